import { runAnswers } from '#contract/orders/run-answers.ts'

import type { Serve } from '../http/serve.ts'
import type { Parts } from '../parts.ts'
import { runOf, runsReceived, sayRun } from './service.ts'

export const runAnswerRoutes = (serve: Serve, parts: Parts) =>
  serve(runAnswers, {
    get: async ({ params }, { caller }) => ({
      success: true,
      ...(await runOf(parts.db, caller.id, params.id)),
    }),
    received: async ({ params }, { caller }) => ({
      success: true,
      ...(await runsReceived(parts.db, caller, params.id)),
    }),
    set: async ({ params, body }, { caller }) => ({
      success: true,
      ...(await sayRun(parts, caller.id, params.id, body)),
    }),
  })
