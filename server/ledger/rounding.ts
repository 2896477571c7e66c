import { commissionOf, feeOf, type FeeRates, usualRates } from '#contract/kit/fee.ts'

/** What is held back from an owner, in hundredths of a percent. `gst`: the tax that the price includes. */
export interface Rates {
  tds: number
  tcs: number
  gst: number
}

export const noRates: Rates = { tds: 0, tcs: 0, gst: 0 }

/** Who gets what of a sale, in paise; together the price. `tds` and `tcs` are held back from the owner for the tax office. */
export interface Shares {
  owner: number
  referrer: number
  platform: number
  tds: number
  tcs: number
}

/**
 * Splits a price: the fee is rounded half up to the paisa, the owner gets the rest; a referrer gets the commission,
 * rounded down, out of the fee. TDS is taken of the price, TCS of the price without its tax, both rounded half up to
 * the paisa, out of the owner's part and never more than that.
 */
export function sharesOf(
  pricePaise: number,
  {
    referred,
    rates = noRates,
    feeRate = usualRates.feeRate,
    commissionRate = usualRates.commissionRate,
  }: { referred: boolean; rates?: Rates } & Partial<FeeRates>,
): Shares {
  const fee = feeOf(pricePaise, feeRate)
  const referrer = referred ? commissionOf(pricePaise, commissionRate) : 0
  const earned = pricePaise - fee
  const tds = Math.min(partOf(pricePaise, rates.tds), earned)
  const tcs = Math.min(partOf(withoutTax(pricePaise, rates.gst), rates.tcs), earned - tds)
  return { owner: earned - tds - tcs, referrer, platform: fee - referrer, tds, tcs }
}

/** So many hundredths of a percent, rounded half up. */
const partOf = (paise: number, rate: number) => Math.floor((paise * rate * 2 + 10_000) / 20_000)

/** A price less the tax that it includes, rounded half up. */
const withoutTax = (paise: number, rate: number) =>
  Math.floor((paise * 20_000 + 10_000 + rate) / (2 * (10_000 + rate)))
