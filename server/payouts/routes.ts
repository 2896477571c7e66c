import type { FastifyReply } from 'fastify'

import { payouts } from '#contract/orders/payouts.ts'

import { contentDisposition } from '../http/attachment.ts'
import type { Serve } from '../http/serve.ts'
import type { Parts } from '../parts.ts'
import { actOnPayouts, payoutCase, payoutsInState, payPayouts } from './cases.ts'
import { exportPayouts, lookAtDestination } from './sending.ts'
import { cancelPayout, payoutsOfMember, requestPayout } from './service.ts'
import { statementOf } from './statement.ts'

export const payoutRoutes = (serve: Serve, parts: Parts) =>
  serve(payouts, {
    mine: async ({ query }, { caller }) => ({
      success: true,
      ...(await payoutsOfMember(parts.db, caller.id, query)),
    }),
    request: async ({ body }, { caller }) => ({
      success: true,
      payout: await requestPayout(parts, caller.id, body),
    }),
    cancel: async ({ params }, { caller }) => ({
      success: true,
      payout: await cancelPayout(parts.db, caller.id, params.id),
    }),
    statement: async (_received, { caller, reply }) =>
      sendCsv(reply, { name: 'readymade-statement.csv', text: await statementOf(parts.db, caller.id) }),
    cases: async ({ query }) => ({ success: true, ...(await payoutsInState(parts.db, query)) }),
    case: async ({ params }) => ({ success: true, payout: await payoutCase(parts.db, params.id) }),
    destination: async ({ params }, { caller }) => ({
      success: true,
      destination: await lookAtDestination(parts, caller.id, params.id),
    }),
    act: async ({ body }, { caller }) => ({
      success: true,
      results: await actOnPayouts(parts, caller.id, body),
    }),
    pay: async ({ body }, { caller }) => ({
      success: true,
      results: await payPayouts(parts, caller.id, body.payments),
    }),
    export: async ({ body }, { caller, reply }) =>
      sendCsv(reply, await exportPayouts(parts, caller.id, body.which)),
  })

const sendCsv = (reply: FastifyReply, { name, text }: { name: string; text: string }) =>
  reply.type('text/csv; charset=utf-8').header('content-disposition', contentDisposition(name)).send(text)
