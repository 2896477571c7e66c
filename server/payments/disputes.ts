import { z } from 'zod'

import type { GatewayDispute } from './gateway.ts'

/** A dispute as Razorpay's API and webhooks write it. */
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

/** The entity's status lags behind the event's name: 'action_required' is an event only. */
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

/** What a webhook says of a dispute; nothing when it is about something else. */
export function disputeIn(json: unknown): GatewayDispute | undefined {
  const read = DisputeEnvelope.safeParse(json).data
  if (!read) return undefined
  const named = read.event.slice('payment.dispute.'.length)
  const status = named === 'created' ? 'open' : (named as Exclude<GatewayDispute['status'], 'open'>)
  return disputeFrom(read.payload.dispute.entity, status, read.created_at)
}

/** What the list says of a dispute, asked for at that Unix second; nothing when it is none in rupees. */
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
  // A gateway that tells of a loss without its amount took what was disputed.
  deductedPaise: entity.amount_deducted || (status === 'lost' ? entity.amount : 0),
  reason: (entity.reason_description ?? entity.reason_code ?? '').slice(0, 500),
  phase: entity.phase.slice(0, 50),
  status,
  respondBy: entity.respond_by ?? undefined,
  openedAt: entity.created_at,
  saidAt,
})
