import { analytics } from '#contract/staff/analytics.ts'

import type { Serve } from '../http/serve.ts'
import type { Parts } from '../parts.ts'
import { technologiesOf } from '../projects/service.ts'

export const analyticsRoutes = (serve: Serve, { db }: Pick<Parts, 'db'>) =>
  serve(analytics, {
    get: async ({ query: { period } }) => ({
      success: true,
      analytics: { technologyStats: toStats(await technologiesOf(db, period, 20)) },
    }),
  })

const toStats = (rows: { name: string; count: number }[]) =>
  rows.map(({ name, count }) => ({ _id: name, count }))
