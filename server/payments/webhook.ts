import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

import { z } from 'zod'

import { disputeIn } from './disputes.ts'
import type { GatewayEvent, GatewayPayment, GatewayRefund } from './gateway.ts'
import { isSignedBy } from './signature.ts'

/** Whose webhooks are genuine: one of the secrets signed them, and they are about this account where it is known. */
interface Sender {
  /** Several, because deliveries begun before a change of secret keep the old one for 24 hours. */
  secrets: string[]
  accountId: string | undefined
}

/** Reads a webhook in Razorpay's envelope, or undefined when it is not genuine. */
export function readSignedWebhook(
  { secrets, accountId }: Sender,
  headers: IncomingHttpHeaders,
  rawBody: Buffer,
): GatewayEvent | undefined {
  const signature = headers['x-razorpay-signature']
  if (typeof signature !== 'string') return undefined
  if (!secrets.some((secret) => isSignedBy(secret, rawBody, signature))) return undefined
  const named = headers['x-razorpay-event-id']
  const eventId =
    typeof named === 'string' && named ? named : createHash('sha256').update(rawBody).digest('hex')
  const json = jsonIn(rawBody)
  if (accountId && Envelope.safeParse(json).data?.account_id !== accountId) return undefined
  return { eventId, ...contentOf(json) }
}

const Envelope = z.object({ account_id: z.string() })

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

/** A refund as Razorpay's API and webhooks write it. */
export const RefundEntity = z.object({
  id: z.string().min(1),
  payment_id: z.string().min(1),
  amount: z.int(),
  receipt: z.string().nullish(),
  status: z.enum(['pending', 'processed', 'failed']),
})

export const refundFrom = (entity: z.infer<typeof RefundEntity>): GatewayRefund => ({
  refundId: entity.id,
  paymentId: entity.payment_id,
  amountPaise: entity.amount,
  key: entity.receipt ?? undefined,
  status: entity.status,
})

/** Refund and dispute events carry a payment too, but say nothing new about its being paid. */
const PaymentEnvelope = z.object({
  event: z.enum(['payment.authorized', 'payment.captured', 'payment.failed', 'order.paid']),
  payload: z.object({ payment: z.object({ entity: PaymentEntity }) }),
})
const RefundEnvelope = z.object({
  event: z.enum(['refund.created', 'refund.processed', 'refund.failed']),
  payload: z.object({ refund: z.object({ entity: RefundEntity }) }),
})

function contentOf(json: unknown): Pick<GatewayEvent, 'payment' | 'refund' | 'dispute'> {
  const payment = PaymentEnvelope.safeParse(json).data?.payload.payment.entity
  const refund = RefundEnvelope.safeParse(json).data?.payload.refund.entity
  return {
    payment: payment && paymentFrom(payment),
    refund: refund && refundFrom(refund),
    dispute: disputeIn(json),
  }
}

function jsonIn(rawBody: Buffer): unknown {
  try {
    return JSON.parse(rawBody.toString('utf8'))
  } catch {
    return undefined
  }
}
