import { z } from 'zod'

const maxRate = 5000
/** Hundredths of a percent. */
const rate = (missing: string) => z.int(missing).min(0, missing).max(maxRate, missing)

/** What later purchases are sold under: the fee, the commission out of it, and for how many days money is given back. */
export const Fees = z
  .object({
    feeRate: rate('Enter a fee from 0 to 50 %'),
    commissionRate: rate('Enter a commission from 0 to 50 %'),
    refundDays: z.int('Enter the days').min(1, 'At least 1 day').max(90, 'At most 90 days'),
  })
  .refine(({ feeRate, commissionRate }) => commissionRate <= feeRate, {
    path: ['commissionRate'],
    error: 'It is paid out of the fee: at most as much as that',
  })
