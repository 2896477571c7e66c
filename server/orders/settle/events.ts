import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { z } from 'zod'

import { ProblemError } from '#contract/kit/problem.ts'
import type { Callback } from '#contract/orders/orders.ts'

import type { Dependencies } from '../../dependencies.ts'
import { logAlert } from '../../platform/metrics.ts'
import { reachableGateways, gatewayOfPayment } from '../../platform/payments/reachable.ts'
import { paymentWithOrder } from '../payment-queries.ts'
import { type RecordDispute, settleEvent, settlePaid } from './service.ts'

/**
 * Handles the gateway's signed answer from the browser. It completes nothing by itself: we ask the gateway, and settle
 * only what it has captured. Returns the payment's id; it is unchanged when the gateway does not answer. Throws not_found,
 * and invalid_input for a wrong signature.
 */
export async function handleCallback(
  dependencies: Dependencies,
  memberId: string,
  callback: z.infer<typeof Callback>,
): Promise<string> {
  const payment = await paymentWithOrder(dependencies.db, callback.razorpay_order_id)
  if (payment?.memberId !== memberId) throw new ProblemError('not_found', 'Payment not found')
  // The payment may have been opened before another gateway was configured.
  const signed = gatewayOfPayment(dependencies, payment)?.isGenuineCallback(
    payment.gatewayOrderId!,
    callback.razorpay_payment_id,
    callback.razorpay_signature,
  )
  if (!signed)
    throw new ProblemError('invalid_input', 'This payment could not be confirmed with the payment service.')
  if (payment.status !== 'captured') {
    await settlePaid(dependencies, payment).catch((error: Error) =>
      logAlert('The gateway could not be asked about a payment', {
        payment: payment.id,
        reason: error.message,
      }),
    )
  }
  return payment.id
}

/**
 * Serves the webhook for the events of all gateways, which their signatures tell apart. The signature is checked over
 * the raw bytes before anything else reads them, and the answer is 2xx only after the event is committed; an event
 * about a payment that is not ours is recorded and ignored.
 */
export const paymentWebhook =
  (dependencies: Dependencies, noteDispute: RecordDispute) => async (scope: FastifyInstance) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    const handler = async (request: FastifyRequest) => {
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      for (const { gateway } of reachableGateways(dependencies)) {
        const event = gateway.readWebhook(request.headers, body)
        if (!event) continue
        await settleEvent({ ...dependencies, gateway }, event, noteDispute)
        return { success: true }
      }
      throw new ProblemError('invalid_input', 'This is not signed by the payment service')
    }
    scope.route({ method: 'POST', url: '/orders/payments/webhook', schema: { hide: true }, handler })
  }
