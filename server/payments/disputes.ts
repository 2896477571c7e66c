import { z } from 'zod'

import type { GatewayDispute } from './gateway.ts'

/** A dispute as Razorpay's webhooks write it. Its status lags behind the event's name: 'action_required' is an event only. */
const Envelope = z.object({
  event: z.enum([
    'payment.dispute.created',
    'payment.dispute.under_review',
    'payment.dispute.action_required',
    'payment.dispute.won',
    'payment.dispute.lost',
    'payment.dispute.closed',
  ]),
  payload: z.object({
    dispute: z.object({
      entity: z.object({
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
      }),
    }),
  }),
  created_at: z.int(),
})

/** What a webhook says of a dispute; nothing when it is about something else. */
export function disputeIn(json: unknown): GatewayDispute | undefined {
  const read = Envelope.safeParse(json).data
  if (!read) return undefined
  const { entity } = read.payload.dispute
  const named = read.event.slice('payment.dispute.'.length)
  const status = named === 'created' ? 'open' : (named as Exclude<GatewayDispute['status'], 'open'>)
  return {
    disputeId: entity.id,
    paymentId: entity.payment_id,
    amountPaise: entity.amount,
    // A gateway that tells of a loss without its amount took what was disputed.
    deductedPaise: entity.amount_deducted || (status === 'lost' ? entity.amount : 0),
    reason: (entity.reason_description ?? entity.reason_code ?? '').slice(0, 500),
    phase: entity.phase.slice(0, 50),
    status,
    respondBy: entity.respond_by ?? undefined,
    openedAt: entity.created_at,
    saidAt: read.created_at,
  }
}
