import type { Parts } from '../../parts.ts'
import type { Connection } from '../../platform/database/connection.ts'
import type { OrderRow } from '../queries.ts'
import { reverseOrder } from '../refunds/refund.ts'
import { withdrawReview } from '../reviews/service.ts'
import { withdrawRun } from '../run-answers/service.ts'
import { changeRequest, requestsAbout } from './queries.ts'

export type RefundParts = Pick<Parts, 'jobs'>

/** Who refunds an order, and what its buyer and staff read about it later. */
interface Refund {
  by: 'staff' | 'gateway'
  /** The name of who decided; null for a bank. */
  decidedBy: string | null
  note: string | null
}

/**
 * Refunds an order with all that belongs to it, in the caller's transaction: the order is taken back, its review and what its
 * buyer said of running it count no more, and a request that waits for it is approved. The mail is the caller's, who holds
 * the buyer's lock. Nothing happens when the order is in a state from which this party may not refund it.
 */
export async function refundOrder(
  parts: RefundParts,
  trx: Connection,
  orderId: string,
  { by, decidedBy, note }: Refund,
): Promise<OrderRow | undefined> {
  const order = await reverseOrder(parts, trx, orderId, by)
  if (!order) return undefined
  await withdrawReview(trx, orderId)
  await withdrawRun(trx, order)
  const [request] = await requestsAbout(trx, orderId)
  if (request && !request.outcome)
    await changeRequest(trx, request.id, { outcome: 'approved', note, decidedBy, decidedAt: new Date() })
  return order
}
