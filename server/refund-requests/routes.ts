import { refundRequests } from '#contract/orders/refund-requests.ts'

import type { Serve } from '../http/serve.ts'
import type { Parts } from '../parts.ts'
import { casesIn, decideRequest } from './cases.ts'
import { answerRequest, askForRefund, receivedBy, refundOf, withdrawRequest } from './service.ts'

export const refundRequestRoutes = (serve: Serve, parts: Parts) =>
  serve(refundRequests, {
    get: async ({ params }, { caller }) => ({
      success: true,
      refund: await refundOf(parts.db, caller.id, params.id),
    }),
    ask: async ({ params, body }, { caller }) => ({
      success: true,
      refund: await askForRefund(parts, caller.id, params.id, body.reason),
    }),
    withdraw: async ({ params }, { caller }) => ({
      success: true,
      refund: await withdrawRequest(parts.db, caller.id, params.id),
    }),
    received: async ({ query }, { caller }) => ({
      success: true,
      ...(await receivedBy(parts.db, caller.id, query)),
    }),
    answer: async ({ params, body }, { caller }) => {
      await answerRequest(parts.db, caller.id, params.id, body.answer)
      return { success: true }
    },
    cases: async ({ query }, { caller }) => ({ success: true, ...(await casesIn(parts.db, caller, query)) }),
    decide: async ({ params, body }, { caller }) => {
      await decideRequest(parts, caller, params.id, body)
      return { success: true }
    },
  })
