import { v7 as uuid } from 'uuid'

import { ProblemError } from '#contract/kit/problem.ts'
import type { RefundCause } from '#contract/orders/refunds.ts'

import type { Dependencies } from '../../dependencies.ts'
import { postDisputeRelease, postRefund, postRefundDifference } from '../../money/ledger/service.ts'
import { writeOffDebts } from '../../money/payouts/service.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { recount } from '../../projects/save.ts'
import { closeRefunded } from '../help/queries.ts'
import { issueCreditNote } from '../invoices/service.ts'
import { moveOrder, type OrderRow } from '../queries.ts'
import { withdrawReview } from '../reviews/queries.ts'
import { withdrawRunAnswer } from '../run-answers/queries.ts'
import { endSeatsOfOrder } from '../seats/emails.ts'
import { type Capture, moneyOfCapture } from './capture-queries.ts'
import { coverRefunds } from './capture.ts'
import { mailRefunded } from './emails.ts'
import { endRefundedOrder, insertRefund, isDisputed } from './queries.ts'
import { approveWaiting } from './request-queries.ts'

/** Why delivered orders are refunded, and what their buyers and staff can read about it later. */
interface Decision {
  cause: 'requested' | 'disputed' | 'returned_at_gateway'
  /** The name of the member of staff who decided; null for a bank and for the gateway's own pages. */
  decidedBy: string | null
  note: string | null
  /** What went back without us for just these orders, in paise. */
  forPaise?: number
}

/**
 * Refunds delivered orders of a payment with all consequences, in the caller's transaction: their entitlement ends,
 * their sales are reversed on all accounts, credit notes correct the invoice, their reviews and run answers no longer
 * count, help with them and their seats end, waiting requests are approved, a job has the gateway return the money, and buyers and owners get an email. What
 * a deleted account cannot give back is written off. Returns the refunded orders: without those that this party may not
 * refund from their present status. The caller holds the locks of lockSales.
 */
export async function refundOrders(
  dependencies: Dependencies,
  trx: Connection,
  payment: Capture,
  orders: readonly Pick<OrderRow, 'id'>[],
  decision: Decision,
): Promise<OrderRow[]> {
  const refunded: OrderRow[] = []
  for (const { id } of orders) {
    const order = await moveOrder(trx, id, 'refunded', decision.cause === 'requested' ? 'staff' : 'gateway')
    if (!order) continue
    // What a dispute has frozen is taken back now, and would otherwise be deducted twice until the bank decides.
    await postDisputeRelease(trx, id)
    await endRefundedOrder(trx, id)
    await reverseSale(dependencies, trx, payment, order, decision.cause)
    await writeOffDebts(trx, { ...order, orderId: id })
    await withdrawReview(trx, id)
    await withdrawRunAnswer(trx, id)
    await closeRefunded(trx, id)
    await endSeatsOfOrder(dependencies, trx, order)
    await recount(trx, order.projectId)
    await issueCreditNote(trx, id)
    await approveWaiting(trx, id, decision)
    refunded.push(order)
  }
  if (decision.forPaise) await coverRefunds(trx, payment, { forPaise: decision.forPaise })
  for (const order of refunded) await mailRefunded(dependencies, trx, order, decision)
  return refunded
}

/**
 * Reverses an order's sale on all accounts and makes what was paid for it due to its buyer: its price, or as much of it
 * as came and did not go back. Fails when this was done before.
 */
async function reverseSale(
  dependencies: Dependencies,
  trx: Connection,
  payment: Capture,
  order: OrderRow,
  cause: RefundCause,
) {
  await postRefund(trx, order.id)
  if (order.amountPaise === 0) return
  const { leftPaise, undecidedPaise } = await moneyOfCapture(trx, payment)
  // What went back and is not decided went back for this order, as far as there is no other.
  const amountPaise = Math.min(order.amountPaise, Math.max(0, leftPaise + undecidedPaise))
  if (amountPaise < order.amountPaise)
    await postRefundDifference(trx, { orderId: order.id, amountPaise: order.amountPaise - amountPaise })
  if (amountPaise > 0) await makeDue(dependencies, trx, payment, { orderId: order.id, amountPaise, cause })
}

/**
 * Makes money of a capture, in paise, due to its payer, and has a job return it. Returns the refund's id; undefined when
 * it is due already.
 */
export async function makeDue(
  { jobs }: Dependencies,
  trx: Connection,
  { id: paymentId, gateway, gatewayPaymentId }: Capture,
  due: { orderId: string | null; amountPaise: number; cause: RefundCause },
): Promise<string | undefined> {
  const refund = await insertRefund(trx, {
    id: uuid(),
    paymentId,
    gateway,
    gatewayPaymentId: gatewayPaymentId!,
    ...due,
  })
  if (!refund) return undefined
  await jobs.enqueue(trx, 'return-money', {})
  if (due.orderId) await coverRefunds(trx, { id: paymentId, gateway, gatewayPaymentId })
  return refund.id
}

/** Throws conflict while a bank has not decided yet about the payment of an order. */
export async function requireUndisputed(connection: Connection, orderId: string): Promise<void> {
  if (await isDisputed(connection, orderId))
    throw new ProblemError(
      'conflict',
      'The buyer’s bank disputes this payment. Wait until it decides: the money must not go back twice.',
    )
}
