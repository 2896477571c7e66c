import { type BrowserError, browserErrors } from '#contract/dashboard/browser-errors.ts'
import { analytics, dashboard, system } from '#contract/dashboard/dashboard.ts'

import type { Area, Dependencies } from '../dependencies.ts'
import type { Found } from '../platform/database/connection.ts'
import type { Serve } from '../platform/http/serve.ts'
import { networkOf } from '../platform/overload/request-scope.ts'
import { recordList } from '../staff/audit/service.ts'
import { analyticsOf } from './analytics.ts'
import { newestErrors, countOtherErrors } from './browser-error-queries.ts'
import { browserOf, recordError } from './browser-errors.ts'
import { searchForStaff, statsOf, toDoOf } from './overview.ts'
import { systemInfoOf } from './system-info.ts'

export const registerDashboard: Area = ({ serve }, dependencies) => {
  dashboardRoutes(serve, dependencies)
  analyticsRoutes(serve, dependencies)
  browserErrorRoutes(serve, dependencies)
}

const dashboardRoutes = (serve: Serve, dependencies: Dependencies) => {
  const { db } = dependencies
  serve(system, { info: async () => ({ systemInfo: await systemInfoOf(dependencies) }) })
  serve(dashboard, {
    stats: async (_received, { caller }) => ({
      stats: await recordList(db, caller, ['newest messages', {}], statsOf(db)),
    }),
    toDo: async () => ({ toDo: await toDoOf(dependencies) }),
    search: async ({ query: { q } }, { caller }) => ({
      found: await recordList(db, caller, ['found by search', { search: q }], searchForStaff(db, q)),
    }),
  })
}

const analyticsRoutes = (serve: Serve, { db }: Dependencies) =>
  serve(analytics, {
    get: async ({ query: { period } }) => ({ analytics: await analyticsOf(db, period) }),
    countCart: async (_, { request }) => {
      const { daily } = request.server
      if (daily.visitorOf(request)) daily.count('cart_additions')
    },
  })

const browserErrorRoutes = (serve: Serve, { db }: Dependencies) =>
  serve(browserErrors, {
    report: async ({ body }, { request }) => {
      const browser = browserOf(request.headers['user-agent'])
      const added = await recordError(db, { ...body, browser }, networkOf(request.ip))
      if (added) {
        const { message, ...facts } = added
        request.log.warn({ event: 'browser error', ...facts }, message)
      }
    },
    list: async () => ({
      errors: (await newestErrors(db, maxErrors)).map(toBrowserError),
      others: await countOtherErrors(db),
    }),
  })

/** Maximum errors in one answer. */
const maxErrors = 20

const toBrowserError = ({
  firstSeenAt,
  lastSeenAt,
  ...error
}: Found<typeof newestErrors>[number]): BrowserError => ({
  ...error,
  firstSeenAt: firstSeenAt.toISOString(),
  lastSeenAt: lastSeenAt.toISOString(),
})
