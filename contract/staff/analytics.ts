import { z } from 'zod'

import { endpoint, staff } from '../kit/endpoint.ts'
import { Done, numeric } from '../kit/words.ts'

/** Days that can be looked at together (specification section 9). */
export const analyticsPeriods = [7, 30, 90] as const

const Analytics = z.object({
  /** Technologies of the projects that were created in the period, the most used first. */
  technologyStats: z.array(z.object({ _id: z.string(), count: z.int() })),
})
export type Analytics = z.infer<typeof Analytics>

export const analytics = {
  get: endpoint({
    method: 'GET',
    path: '/admin/analytics',
    summary: 'What happened in the last 7, 30 or 90 days of India, today included.',
    access: staff,
    query: z.object({ period: numeric.pipe(z.literal(analyticsPeriods).default(30)) }),
    reply: Done.extend({ analytics: Analytics }),
  }),
}
