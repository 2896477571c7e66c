import { randomUUID } from 'node:crypto'

import { sign } from '#server/platform/crypto.ts'
import { hmac } from '#server/platform/payments/webhook.ts'

import type { Posted } from './orders.ts'

/** The events of a dispute, with the gateway's names. */
export type DisputeEvent = 'created' | 'under_review' | 'action_required' | 'won' | 'lost' | 'closed'

/** The disputed payment, amounts in paise, and what the gateway says about it. */
export interface DisputeFields {
  paymentId: string
  amount: number
  disputeId?: string
  /** Seconds from the opening of the dispute to the event. */
  after?: number
  deducted?: number
  respondBy?: number | null
}

const opened = Math.floor(Date.now() / 1000) - 3600

/** Creates a webhook about a dispute as Razorpay documents it, signed with the sandbox gateway's secret. */
export function disputeWebhook(
  secret: string,
  event: DisputeEvent,
  { paymentId, amount, disputeId = `disp_${paymentId}`, after = 0, deducted, respondBy }: DisputeFields,
): Posted {
  const entity = {
    id: disputeId,
    entity: 'dispute',
    payment_id: paymentId,
    amount,
    currency: 'INR',
    amount_deducted: deducted ?? (event === 'lost' ? amount : 0),
    reason_code: 'goods_or_services_not_received_or_partially_received',
    reason_description: 'Goods or services not received',
    respond_by: respondBy === undefined ? opened + 7 * 86_400 : respondBy,
    status: event === 'created' || event === 'action_required' ? 'open' : event,
    phase: 'chargeback',
    created_at: opened,
  }
  const body = JSON.stringify({
    entity: 'event',
    account_id: 'acc_sandbox',
    event: `payment.dispute.${event}`,
    contains: ['payment', 'dispute'],
    payload: { payment: { entity: { id: paymentId, status: 'captured' } }, dispute: { entity } },
    created_at: opened + after,
  })
  const headers = {
    'x-razorpay-signature': hmac(sign(secret, 'sandbox gateway', 'webhook'), body),
    'x-razorpay-event-id': `evt_${randomUUID()}`,
  }
  return { body, headers }
}
