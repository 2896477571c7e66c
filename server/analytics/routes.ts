import { analytics } from '#contract/staff/analytics.ts'

import type { Serve } from '../http/serve.ts'
import type { Parts } from '../parts.ts'
import { analyticsOf } from './service.ts'

export const analyticsRoutes = (serve: Serve, { db }: Pick<Parts, 'db'>) =>
  serve(analytics, {
    get: async ({ query: { period } }) => ({ success: true, analytics: await analyticsOf(db, period) }),
    countCart: async (_, { request }) => {
      const { daily } = request.server
      if (daily.visitOf(request)) daily.count('cart_additions')
      return { success: true }
    },
  })
