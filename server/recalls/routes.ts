import { recalls } from '#contract/projects/recalls.ts'

import type { Serve } from '../http/serve.ts'
import type { Parts } from '../parts.ts'
import { recall, recallNotice, refundRecalled, releasesWithRecalls } from './service.ts'

export const recallRoutes = (serve: Serve, parts: Parts) =>
  serve(recalls, {
    notice: async ({ params }) => ({ success: true, ...(await recallNotice(parts.db, params.id)) }),
    list: async ({ params }) => ({
      success: true,
      ...(await releasesWithRecalls(parts.db, params.id)),
    }),
    recall: async ({ params, body }, { caller }) => {
      await recall(parts, caller, params, body)
      return { success: true, ...(await releasesWithRecalls(parts.db, params.id)) }
    },
    refund: async ({ params }, { caller }) => {
      await refundRecalled(parts, caller, params)
      return { success: true, ...(await releasesWithRecalls(parts.db, params.id)) }
    },
  })
