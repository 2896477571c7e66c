import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

import { z } from 'zod'

import type { GatewayEvent, GatewayPayment } from './gateway.ts'
import { isSignedBy } from './signature.ts'

/**
 * Reads a webhook in Razorpay's envelope, or undefined when none of the secrets signed its raw bytes.
 * Several secrets are accepted because deliveries begun before a change of secret keep the old one for 24 hours.
 */
export function readSignedWebhook(
  secrets: string[],
  headers: IncomingHttpHeaders,
  rawBody: Buffer,
): GatewayEvent | undefined {
  const signature = headers['x-razorpay-signature']
  if (typeof signature !== 'string') return undefined
  if (!secrets.some((secret) => isSignedBy(secret, rawBody, signature))) return undefined
  const named = headers['x-razorpay-event-id']
  const eventId =
    typeof named === 'string' && named ? named : createHash('sha256').update(rawBody).digest('hex')
  return { eventId, payment: paymentIn(rawBody) }
}

/** A payment as Razorpay's API and webhooks write it. */
export const PaymentEntity = z.object({
  id: z.string().min(1),
  order_id: z.string().min(1),
  amount: z.int(),
  currency: z.string(),
  status: z.enum(['created', 'authorized', 'captured', 'failed', 'refunded']),
})

export const paymentFrom = (entity: z.infer<typeof PaymentEntity>): GatewayPayment => ({
  paymentId: entity.id,
  gatewayOrderId: entity.order_id,
  amountPaise: entity.amount,
  currency: entity.currency,
  status: entity.status,
})

/** Refund and dispute events carry a payment too, but say nothing new about its being paid. */
const Envelope = z.object({
  event: z.enum(['payment.authorized', 'payment.captured', 'payment.failed', 'order.paid']),
  payload: z.object({ payment: z.object({ entity: PaymentEntity }) }),
})

function paymentIn(rawBody: Buffer): GatewayPayment | undefined {
  try {
    const read = Envelope.safeParse(JSON.parse(rawBody.toString('utf8')))
    return read.success ? paymentFrom(read.data.payload.payment.entity) : undefined
  } catch {
    return undefined
  }
}
