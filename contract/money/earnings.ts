import { endpoint, member } from '../kit/endpoint.ts'
import { Done, numeric } from '../kit/fields.ts'
import { z } from '../kit/zod.ts'

/** The periods in days (specification section 9: analytics periods). */
export const earningPeriods = [7, 30, 90] as const

const Figures = { sales: z.int(), views: z.int(), /** The owner's part, in rupees. */ amount: z.number() }

/** Amounts in rupees; those of refunds are negative. */
const Amounts = {
  /** The price before any discount, the discount of the owner's own coupon, and the rest. */
  price: z.number(),
  discount: z.number(),
  gross: z.number(),
  /** The marketplace's fee, including the referrer's commission. */
  fee: z.number(),
  tds: z.number(),
  tcs: z.number(),
  net: z.number(),
}

export const earnings = {
  get: endpoint({
    method: 'GET',
    path: '/users/earnings',
    summary:
      "What the caller's projects earned and how often they were looked at in the last days: by day in India, by project, and by where visitors came from. Amounts are the owner's part, less refunds.",
    access: member,
    query: z.object({ days: numeric.pipe(z.literal(earningPeriods).default(30)) }),
    reply: Done.extend({
      /**
       * The amounts of the payouts' balance in rupees, including commission: payable now, and still refundable to
       * buyers.
       */
      payable: z.number(),
      /** In rupees, earned, but still refundable to the buyer. */
      held: z.number(),
      total: z.object(Figures),
      /** Every day of the period, oldest first, YYYY-MM-DD. */
      days: z.array(z.object({ day: z.string(), ...Figures })),
      /** The projects with a sale or a view in the period, by their earnings. */
      projects: z.array(z.object({ _id: z.string(), title: z.string(), isDeleted: z.boolean(), ...Figures })),
      sources: z.array(z.object({ source: z.string(), views: z.int() })),
    }),
  }),
  statement: endpoint({
    method: 'GET',
    path: '/users/earnings/statement',
    summary:
      "The caller's sales and refunds of a financial year, April to March, with fee, discounts and the tax that was held back.",
    access: member,
    query: z.object({
      /** The year in which the financial year begins; the current one by default. */
      year: numeric.pipe(z.int().min(2020).max(2100).optional()),
    }),
    reply: Done.extend({
      year: z.int(),
      /** The years with sales, the current one first. */
      years: z.array(z.int()),
      lines: z.array(
        z.object({
          date: z.string(),
          what: z.enum(['sale', 'refund']),
          number: z.string(),
          title: z.string(),
          kind: z.enum(['source', 'report']),
          ...Amounts,
        }),
      ),
      total: z.object({ ...Amounts, paidOut: z.number() }),
    }),
  }),
}
