import { z } from 'zod'

import { endpoint, staff } from '../kit/endpoint.ts'
import { Done, numeric } from '../kit/words.ts'

/** Days that can be looked at together (specification section 9). */
export const analyticsPeriods = [7, 30, 90] as const

const Count = z.int()
const Day = z.object({
  /** YYYY-MM-DD, in India. */
  day: z.string(),
  /** A visitor who was not here for half an hour, or not yet on this day, makes a new one. Never fewer than views and purchases prove. */
  visits: Count,
  searches: Count,
  /** Of the searches those that found nothing. */
  emptySearches: Count,
  views: Count,
  cartAdditions: Count,
  purchases: Count,
  /** In rupees, of the purchases of the day, whether or not they were refunded later. */
  revenue: z.number(),
  refunds: Count,
})
const Share = z.object({ name: z.string(), views: Count, purchases: Count, revenue: z.number() })

const Analytics = z.object({
  /** Technologies of the projects that were created in the period, the most used first. */
  technologyStats: z.array(z.object({ _id: z.string(), count: Count })),
  /** Every day of the period, oldest first. */
  days: z.array(Day),
  categories: z.array(Share),
  technologies: z.array(Share),
  owners: z.array(Share),
})
export type Analytics = z.infer<typeof Analytics>

export const analytics = {
  get: endpoint({
    method: 'GET',
    path: '/admin/analytics',
    summary:
      'What happened in the last 7, 30 or 90 days of India, today included. Visits, searches and additions to carts are counted without cookies and written within seconds.',
    access: staff,
    query: z.object({ period: numeric.pipe(z.literal(analyticsPeriods).default(30)) }),
    reply: Done.extend({ analytics: Analytics }),
  }),
  countCart: endpoint({
    method: 'POST',
    path: '/cart/additions',
    summary: 'Counts that somebody put something in a cart; carts themselves stay in the browser.',
    access: 'anyone',
    ignoresCaller: true,
    limit: { requests: 120, seconds: 60 },
    reply: Done,
  }),
}
