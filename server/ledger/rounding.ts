import { feeOf } from '#contract/kit/fee.ts'

/** Who gets what of a sale, in paise; the three sum to the price. */
export interface Shares {
  owner: number
  referrer: number
  platform: number
}

/**
 * Splits a price: the fee is 20% rounded half up to the paisa, the owner gets the rest; a referrer gets 10%
 * rounded down, out of the fee.
 */
export function sharesOf(pricePaise: number, { referred }: { referred: boolean }): Shares {
  const fee = feeOf(pricePaise)
  const referrer = referred ? Math.floor(pricePaise / 10) : 0
  return { owner: pricePaise - fee, referrer, platform: fee - referrer }
}
