import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { z } from 'zod'

import type { Callback, Payment } from '#contract/orders/orders.ts'
import { ProblemError } from '#contract/problem.ts'

import type { Parts } from '../../parts.ts'
import { alarm } from '../../platform/metrics.ts'
import { followedBy, gatewayThatTook } from '../../platform/payments/followed.ts'
import { paymentWithOrder } from '../queries.ts'
import { myPayment, paymentNotFound } from '../service.ts'
import { settlePaid } from './reconcile.ts'
import { type NoteDispute, settleEvent } from './service.ts'

/**
 * Takes the gateway's signed answer from the browser. It completes nothing by itself: it makes us ask the gateway, and
 * only what that has captured is settled. Answers the payment as it stands then; a silent gateway leaves it as it was.
 */
export async function takeCallback(
  parts: Pick<Parts, 'db' | 'gateway' | 'formerGateways' | 'config' | 'jobs' | 'secret'>,
  memberId: string,
  callback: z.infer<typeof Callback>,
): Promise<Payment> {
  const payment = await paymentWithOrder(parts.db, callback.razorpay_order_id)
  if (payment?.memberId !== memberId) throw paymentNotFound()
  // Its page may have been opened before another gateway took its place.
  const signed = gatewayThatTook(parts, payment)?.isGenuineCallback(
    payment.gatewayOrderId!,
    callback.razorpay_payment_id,
    callback.razorpay_signature,
  )
  if (!signed)
    throw new ProblemError('invalid_input', 'This payment could not be confirmed with the payment service.')
  if (payment.status !== 'captured') {
    await settlePaid(parts, payment).catch((error: Error) =>
      alarm('The gateway could not be asked about a payment', { payment: payment.id, reason: error.message }),
    )
  }
  return myPayment(parts, memberId, payment.id)
}

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
