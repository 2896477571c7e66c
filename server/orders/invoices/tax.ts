/** An amount and the taxes that it includes, in paise; the four parts sum to the amount. */
export interface TaxedAmount {
  amountPaise: number
  taxablePaise: number
  cgstPaise: number
  sgstPaise: number
  igstPaise: number
}

export interface TaxRule {
  /** The rate in hundredths of a percent; 0 without a registration. */
  basisPoints: number
  /** True when seller and buyer are in the same State: half of the tax is the Union's, half the State's. */
  isWithinState: boolean
  /**
   * Rounds each kind of tax on the whole invoice to rupees, 50 paise up (section 170, CGST Act); otherwise to paise.
   */
  roundsToRupee: boolean
}

/**
 * Separates the tax that prices include from an invoice's amounts in paise. It is rounded once, on their sum, and then
 * split among the lines, so that every column sums to the total of the invoice to the paisa.
 */
export function splitTaxes(amounts: readonly number[], rule: TaxRule): TaxedAmount[] {
  const total = amounts.reduce((sum, amount) => sum + amount, 0)
  const kinds = rule.isWithinState ? 2 : 1
  const shares = splitTax(containedTax(total, kinds, rule), kinds, amounts)
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

/** The amount of one kind of tax in a sum, in paise, rounded half up. */
function containedTax(total: number, kinds: number, { basisPoints, roundsToRupee }: TaxRule): number {
  const unit = roundsToRupee ? 100 : 1
  const [numerator, denominator] = [
    BigInt(total * basisPoints),
    BigInt(kinds * (10_000 + basisPoints) * unit),
  ]
  return Number((2n * numerator + denominator) / (2n * denominator)) * unit
}

/** Splits a tax in proportion to the amounts, to the paisa; no line has more tax of all kinds than its amount. */
function splitTax(tax: number, kinds: number, amounts: readonly number[]): number[] {
  const total = BigInt(amounts.reduce((sum, amount) => sum + amount, 0))
  let [before, assigned] = [0, 0]
  const shares = amounts.map((amount) => {
    before += amount
    const share = Number((BigInt(tax) * BigInt(before)) / total) - assigned
    const max = Math.floor(amount / kinds)
    assigned += Math.min(share, max)
    return Math.min(share, max)
  })
  // Lines of a paisa or two at the end may be too small for their share; the rest goes to other lines.
  return shares.map((share, index) => {
    const more = Math.min(tax - assigned, Math.floor(amounts[index]! / kinds) - share)
    assigned += more
    return share + more
  })
}
