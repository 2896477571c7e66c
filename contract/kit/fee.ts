/** Hundredths of a percent: what the marketplace keeps of a sale, and what of that goes to who referred the buyer. */
export interface FeeRates {
  feeRate: number
  commissionRate: number
}

/** What holds until staff set something else. */
export const usualRates: FeeRates = { feeRate: 2000, commissionRate: 1000 }

/** What the marketplace keeps of a price, in paise: so many hundredths of a percent, rounded half up to the paisa. The owner receives the rest. */
export const feeOf = (pricePaise: number, feeRate: number): number =>
  Math.floor((pricePaise * feeRate * 2 + 10_000) / 20_000)

/** What who referred a buyer gets of a price, in paise, rounded down. */
export const commissionOf = (pricePaise: number, commissionRate: number): number =>
  Math.floor((pricePaise * commissionRate) / 10_000)
