import { paginationOf } from '#contract/kit/paging.ts'
import { audit } from '#contract/staff/audit.ts'

import type { Serve } from '../http/serve.ts'
import type { Parts } from '../parts.ts'
import { toEntry, toName } from './presenter.ts'
import { actionsIn, staffNames } from './queries.ts'

export const auditRoutes = (serve: Serve, { db }: Parts) =>
  serve(audit, {
    list: async ({ query: { page, limit, ...filter } }) => {
      const { rows, total } = await actionsIn(db, filter, { page, limit })
      return {
        success: true,
        entries: rows.map(toEntry),
        staff: (await staffNames(db)).map(toName),
        pagination: paginationOf({ page, limit }, total),
      }
    },
  })
