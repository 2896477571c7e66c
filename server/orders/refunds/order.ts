import type { Connection } from '../../database/connection.ts'
import { issueCreditNote } from '../../invoices/service.ts'
import type { Parts } from '../../parts.ts'
import { removeSale } from '../../projects/service.ts'
import { moveOrder, type OrderRow, paymentAtId } from '../queries.ts'
import { refundSale } from './due.ts'

/**
 * Takes an order back, in the caller's transaction: what it entitles to ends, everybody who earned by it gives that back, a
 * credit note corrects the invoice, and the gateway returns the money soon after. Nothing when this party may not do that from
 * the state it is in. The caller holds the buyer's lock. `by` the gateway: the buyer's bank decided it.
 */
export async function reverseOrder(
  parts: Pick<Parts, 'jobs'>,
  trx: Connection,
  orderId: string,
  by: 'staff' | 'gateway',
): Promise<OrderRow | undefined> {
  const order = await moveOrder(trx, orderId, 'refunded', by)
  if (!order) return undefined
  const cause = by === 'staff' ? 'requested' : 'disputed'
  await refundSale(parts, trx, await paymentAtId(trx, order.paymentId), order, cause)
  await removeSale(trx, order.projectId)
  await issueCreditNote(trx, order.id)
  return order
}
