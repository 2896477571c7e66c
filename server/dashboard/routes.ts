import { dashboard } from '#contract/staff/dashboard.ts'
import { system } from '#contract/staff/system-info.ts'

import type { Serve } from '../http/serve.ts'
import type { Parts } from '../parts.ts'
import { cacheWhenLarge } from './large-cache.ts'
import { findForDesk } from './search.ts'
import { isLarge, statsOf, sumsOf } from './stats.ts'
import { systemInfoOf } from './system-info.ts'
import { toDoOf } from './to-do.ts'

export const dashboardRoutes = (
  serve: Serve,
  parts: Pick<Parts, 'db' | 'config' | 'gateway' | 'formerGateways'>,
) => {
  const { db } = parts
  const sums = cacheWhenLarge(() => sumsOf(db), isLarge)
  serve(system, { info: async () => ({ success: true, systemInfo: await systemInfoOf(parts) }) })
  serve(dashboard, {
    stats: async () => ({ success: true, stats: await statsOf(db, await sums()) }),
    toDo: async () => ({ success: true, toDo: await toDoOf(parts) }),
    search: async ({ query }) => ({ success: true, found: await findForDesk(db, query.q) }),
  })
}
