import type { z } from 'zod'

import { ProblemError } from '#contract/kit/problem.ts'
import type { Callback, Payment } from '#contract/orders.ts'

import { alarm } from '../../alarm.ts'
import type { Parts } from '../../parts.ts'
import { gatewayThatTook } from '../../payments/followed.ts'
import { paymentWithOrder } from '../queries.ts'
import { settlePaid } from '../reconcile/service.ts'
import { myPayment, paymentNotFound } from '../service.ts'

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
