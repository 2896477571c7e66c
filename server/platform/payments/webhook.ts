import { createHash, createHmac } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

import { z } from 'zod'

import { sameText } from '../crypto.ts'
import type { GatewayDispute, GatewayEvent, GatewayPayment, GatewayRefund } from './gateway.ts'

/** Conditions of a genuine webhook: one of the secrets signed it, and it is about this account where that is known. */
interface Sender {
  /** Several, because deliveries that began before a change of the secret keep the old one for 24 hours. */
  secrets: string[]
  accountId: string | undefined
}

/** Reads a webhook in Razorpay's format; undefined when it is not genuine. */
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

/** A payment in Razorpay's API and webhooks. */
export const PaymentEntity = z.object({
  id: z.string().min(1),
  order_id: z.string().min(1),
  amount: z.int(),
  currency: z.string(),
  status: z.enum(['created', 'authorized', 'captured', 'failed', 'refunded']),
  amount_refunded: z.int().nullish(),
})

export const paymentFrom = (entity: z.infer<typeof PaymentEntity>): GatewayPayment => ({
  paymentId: entity.id,
  gatewayOrderId: entity.order_id,
  amountPaise: entity.amount,
  currency: entity.currency,
  status: entity.status,
  ...(entity.amount_refunded && { refundedPaise: entity.amount_refunded }),
})

/** A refund in Razorpay's API and webhooks. */
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

/** Refund and dispute events also carry a payment, but nothing new about its state. */
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

/** A dispute in Razorpay's API and webhooks. */
const Entity = z.object({
  id: z.string().min(1),
  payment_id: z.string().min(1),
  amount: z.int().positive(),
  currency: z.literal('INR'),
  amount_deducted: z.int().min(0).nullish(),
  reason_code: z.string().nullish(),
  reason_description: z.string().nullish(),
  respond_by: z.int().nullish(),
  phase: z.string(),
  created_at: z.int(),
})

/** The event's name decides, because the entity's status lags behind it: 'action_required' is only an event. */
const DisputeEnvelope = z.object({
  event: z.enum([
    'payment.dispute.created',
    'payment.dispute.under_review',
    'payment.dispute.action_required',
    'payment.dispute.won',
    'payment.dispute.lost',
    'payment.dispute.closed',
  ]),
  payload: z.object({ dispute: z.object({ entity: Entity }) }),
  created_at: z.int(),
})

const Listed = Entity.extend({ status: z.enum(['open', 'under_review', 'won', 'lost', 'closed']) })

/** The dispute of a webhook; undefined when the webhook is about something else. */
function disputeIn(json: unknown): GatewayDispute | undefined {
  const read = DisputeEnvelope.safeParse(json).data
  if (!read) return undefined
  const named = read.event.slice('payment.dispute.'.length)
  const status = named === 'created' ? 'open' : (named as Exclude<GatewayDispute['status'], 'open'>)
  return disputeFrom(read.payload.dispute.entity, status, read.created_at)
}

/** The dispute of a list that was requested at a Unix second; undefined when it is not in rupees. */
export function listedDispute(json: unknown, askedAt: number): GatewayDispute | undefined {
  const entity = Listed.safeParse(json).data
  return entity && disputeFrom(entity, entity.status, askedAt)
}

const disputeFrom = (
  entity: z.infer<typeof Entity>,
  status: GatewayDispute['status'],
  saidAt: number,
): GatewayDispute => ({
  disputeId: entity.id,
  paymentId: entity.payment_id,
  amountPaise: entity.amount,
  // A gateway that reports a loss without its amount took the disputed amount.
  deductedPaise: entity.amount_deducted || (status === 'lost' ? entity.amount : 0),
  reason: (entity.reason_description ?? entity.reason_code ?? '').slice(0, 500),
  phase: entity.phase.slice(0, 50),
  status,
  respondBy: entity.respond_by ?? undefined,
  openedAt: entity.created_at,
  saidAt,
})

/** A hex HMAC-SHA256, as Razorpay signs callbacks and webhooks. */
export const hmac = (secret: string, bytes: string | Buffer): string =>
  createHmac('sha256', secret).update(bytes).digest('hex')

/** Whether a secret signed these bytes, compared in constant time. */
export const isSignedBy = (secret: string, bytes: string | Buffer, signature: string): boolean =>
  sameText(hmac(secret, bytes), signature)

/** The text that is signed for the browser after a payment. */
export const callbackText = (gatewayOrderId: string, paymentId: string): string =>
  `${gatewayOrderId}|${paymentId}`
