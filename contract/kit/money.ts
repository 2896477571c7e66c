import { z } from 'zod'

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
