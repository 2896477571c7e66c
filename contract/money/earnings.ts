import { endpoint, member } from '../endpoint.ts'
import { Done, numeric } from '../fields.ts'
import { z } from '../zod.ts'

/** Days that can be looked at together (specification section 9: analytics periods). */
export const earningPeriods = [7, 30, 90] as const

const Figures = { sales: z.int(), views: z.int(), /** The owner's part, in rupees. */ amount: z.number() }

/** Amounts in rupees; those of refunds are below zero. */
const Amounts = {
  /** The price before any discount, what the owner's own coupon took off, and what is left. */
  price: z.number(),
  discount: z.number(),
  gross: z.number(),
  /** What we keep, the referrer's part included. */
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
      /** As the balance of payouts names them, commission included, in rupees: what can be asked for now, and what buyers may still ask back. */
      payable: z.number(),
      /** Earned, but its buyer may still ask for the money back, in rupees. */
      held: z.number(),
      total: z.object(Figures),
      /** Every day of the period, oldest first, YYYY-MM-DD. */
      days: z.array(z.object({ day: z.string(), ...Figures })),
      /** Those with a sale or a view in the period, by what they earned. */
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
      /** The year in which it begins; the present one when it is left out. */
      year: numeric.pipe(z.int().min(2020).max(2100).optional()),
    }),
    reply: Done.extend({
      year: z.int(),
      /** The years with sales, the present one first. */
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
