/** What of an amount is tax, in paise; the four parts sum to the amount. */
export interface Taxed {
  amountPaise: number
  taxablePaise: number
  cgstPaise: number
  sgstPaise: number
  igstPaise: number
}

export interface TaxRule {
  /** Hundredths of a percent; 0 without a registration. */
  basisPoints: number
  /** Seller and buyer in the same State: half of the tax is the Union's, half the State's. */
  isWithinState: boolean
  /** Rounds each kind of tax on the whole invoice to rupees, 50 paise up (section 170, CGST Act); otherwise to paise. */
  roundsToRupee: boolean
}

/**
 * Takes the tax that prices contain out of an invoice's amounts. It is rounded once, on their sum, and then shared among
 * the lines, so that every column sums to the total of the invoice to the paisa.
 */
export function taxed(amounts: readonly number[], rule: TaxRule): Taxed[] {
  const total = amounts.reduce((sum, amount) => sum + amount, 0)
  const kinds = rule.isWithinState ? 2 : 1
  const shares = shared(containedTax(total, kinds, rule), kinds, amounts)
  return amounts.map((amountPaise, index) => {
    const share = shares[index]!
    const [cgstPaise, igstPaise] = rule.isWithinState ? [share, 0] : [0, share]
    return {
      amountPaise,
      taxablePaise: amountPaise - kinds * share,
      cgstPaise,
      sgstPaise: cgstPaise,
      igstPaise,
    }
  })
}

/** One kind of tax in a sum, half up. */
function containedTax(total: number, kinds: number, { basisPoints, roundsToRupee }: TaxRule): number {
  const unit = roundsToRupee ? 100 : 1
  const [above, below] = [BigInt(total * basisPoints), BigInt(kinds * (10_000 + basisPoints) * unit)]
  return Number((2n * above + below) / (2n * below)) * unit
}

/** A tax in parts that go with the amounts to the paisa; no line has more tax of all kinds than its amount. */
function shared(tax: number, kinds: number, amounts: readonly number[]): number[] {
  const total = BigInt(amounts.reduce((sum, amount) => sum + amount, 0))
  let [before, given] = [0, 0]
  const shares = amounts.map((amount) => {
    before += amount
    const share = Number((BigInt(tax) * BigInt(before)) / total) - given
    const room = Math.floor(amount / kinds)
    given += Math.min(share, room)
    return Math.min(share, room)
  })
  // What the last lines of a paisa or two had no room for.
  return shares.map((share, index) => {
    const more = Math.min(tax - given, Math.floor(amounts[index]! / kinds) - share)
    given += more
    return share + more
  })
}
