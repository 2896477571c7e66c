import type { Dependencies } from '../../dependencies.ts'
import type { Connection } from '../../platform/database/connection.ts'
import type { OrderRow } from '../queries.ts'
import { reverseOrder, type ReverseCause } from '../refunds/refund.ts'
import { withdrawReview } from '../reviews/service.ts'
import { withdrawRunAnswer } from '../run-answers/service.ts'
import { updateRequest, requestsAbout } from './queries.ts'

/** Why an order is refunded, and the note that its buyer and staff can read later. */
interface Refund {
  cause: ReverseCause
  /** The name of the member of staff who decided; null for a bank and for the gateway's own pages. */
  decidedBy: string | null
  note: string | null
}

/**
 * Refunds an order with all consequences, in the caller's transaction: the order is reversed, its review and its run
 * answer no longer count, and a waiting request is approved. The caller holds the locks of lockSales and sends the
 * email. Does nothing and returns undefined when this party may not refund the order from its present status.
 */
export async function refundOrder(
  dependencies: Dependencies,
  trx: Connection,
  orderId: string,
  { cause, decidedBy, note }: Refund,
): Promise<OrderRow | undefined> {
  const order = await reverseOrder(dependencies, trx, orderId, cause)
  if (!order) return undefined
  await withdrawReview(trx, orderId)
  await withdrawRunAnswer(trx, order)
  const [request] = await requestsAbout(trx, orderId)
  if (request && !request.outcome)
    await updateRequest(trx, request.id, { outcome: 'approved', note, decidedBy, decidedAt: new Date() })
  return order
}
