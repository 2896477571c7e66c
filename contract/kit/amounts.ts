import { z } from './zod.ts'

/** Rupees in calls: zero or more, at most two decimals, at most ₹10,00,000. */
export const Rupees = z
  .number({ error: 'Enter a price in rupees' })
  .min(0, 'Price cannot be negative')
  .max(1_000_000, 'Price can be at most ₹10,00,000')
  .refine(
    (rupees) => Math.abs(rupees * 100 - Math.round(rupees * 100)) < 1e-6,
    'Price can have at most two decimals',
  )

/** Converts rupees with at most two decimals to paise, whole numbers as stored in the database. */
export const paiseOf = (rupees: number): number => Math.round(rupees * 100)

/** Converts whole paise to rupees, as in calls. */
export const rupeesOf = (paise: number): number => paise / 100

/** Returns the lowest whole paise not below a limit in rupees, at most what a price column can hold. */
export const lowestPaise = (rupees: number): number => Math.min(Math.ceil(rupees * 100 - 1e-6), maxPaise)
/** Returns the highest whole paise not above a limit in rupees, at most what a price column can hold. */
export const highestPaise = (rupees: number): number => Math.min(Math.floor(rupees * 100 + 1e-6), maxPaise)

/** The largest value of an integer column. */
const maxPaise = 2 ** 31 - 1

/**
 * The fee that the marketplace takes of a sale, and the part of the price that the referrer gets out of it, in
 * hundredths of a percent.
 */
export interface FeeRates {
  feeRate: number
  commissionRate: number
}

/** The rates until staff set others. */
export const defaultRates: FeeRates = { feeRate: 2000, commissionRate: 1000 }

/**
 * Returns the marketplace's fee on a price, in paise: a rate in hundredths of a percent, rounded half up to the paisa.
 * The owner receives the rest.
 */
export const feeOf = (pricePaise: number, feeRate: number): number =>
  Math.floor((pricePaise * feeRate * 2 + 10_000) / 20_000)

/** Returns the fee on a price and what its owner receives, in rupees; `feePercent` is what the site facts say. */
export function shareOf(price: number, feePercent: number): { fee: number; receives: number } {
  const paise = paiseOf(price)
  const fee = feeOf(paise, Math.round(feePercent * 100))
  return { fee: rupeesOf(fee), receives: rupeesOf(paise - fee) }
}

/** Returns the referrer's commission on a price, in paise, rounded down. */
export const commissionOf = (pricePaise: number, commissionRate: number): number =>
  Math.floor((pricePaise * commissionRate) / 10_000)
