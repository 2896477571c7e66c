import { z } from './zod.ts'

/** Rupees on the wire: zero or more, at most two decimals, at most ₹10,00,000. */
export const Rupees = z
  .number({ error: 'Enter a price in rupees' })
  .min(0, 'Price cannot be negative')
  .max(1_000_000, 'Price can be at most ₹10,00,000')
  .refine(
    (rupees) => Math.abs(rupees * 100 - Math.round(rupees * 100)) < 1e-6,
    'Price can have at most two decimals',
  )

/** Paise (whole numbers, as stored in the database) for rupees with at most two decimals. */
export const paiseOf = (rupees: number): number => Math.round(rupees * 100)

/** Rupees, as on the wire, for whole paise. */
export const rupeesOf = (paise: number): number => paise / 100

/** The paise that a limit in rupees lets through, within what a price column can hold. */
export const lowestPaise = (rupees: number): number => Math.min(Math.ceil(rupees * 100 - 1e-6), maxPaise)
export const highestPaise = (rupees: number): number => Math.min(Math.floor(rupees * 100 + 1e-6), maxPaise)

/** What an integer column can hold. */
const maxPaise = 2 ** 31 - 1

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
