import { z } from 'zod'

import { endpoint, member } from '../kit/endpoint.ts'
import { numeric, Done } from '../kit/words.ts'

/** Days that can be looked at together (specification section 9: analytics periods). */
export const earningPeriods = [7, 30, 90] as const

const Figures = { sales: z.int(), views: z.int(), /** The owner's part, in rupees. */ amount: z.number() }

export const earnings = {
  get: endpoint({
    method: 'GET',
    path: '/users/earnings',
    summary:
      "What the caller's projects earned and how often they were looked at in the last days: by day in India, by project, and by where visitors came from. Amounts are the owner's part, less refunds.",
    access: member,
    query: z.object({ days: numeric.pipe(z.literal(earningPeriods).default(30)) }),
    reply: Done.extend({
      /** Earned for good and not paid out, in rupees; below zero after a refund of what was paid out. */
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
}
