import type { FastifyInstance, FastifyRequest } from 'fastify'

import { ProblemError } from '#contract/kit/problem.ts'

import type { Parts } from '../parts.ts'
import { followedBy } from '../payments/followed.ts'
import { type NoteDispute, settleEvent } from './settle/service.ts'

/**
 * Where the events of all gateways arrive, each known by its signature. The signature is checked over the raw bytes before anything reads them, and 2xx
 * is answered only after the event is committed; one about a payment that is not ours is noted and ignored.
 */
export const paymentWebhook = (parts: Parts, noteDispute: NoteDispute) => async (scope: FastifyInstance) => {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  const take = async (request: FastifyRequest) => {
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    for (const { gateway } of followedBy(parts)) {
      const event = gateway.readWebhook(request.headers, body)
      if (!event) continue
      await settleEvent({ ...parts, gateway }, event, noteDispute)
      return { success: true }
    }
    throw new ProblemError('invalid_input', 'This is not signed by the payment service')
  }
  scope.route({ method: 'POST', url: '/orders/payments/webhook', schema: { hide: true }, handler: take })
}
