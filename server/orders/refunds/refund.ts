import { v7 as uuid } from 'uuid'

import type { Dependencies } from '../../dependencies.ts'
import { writeOffDebts } from '../../money/closed-accounts.ts'
import {
  postDisputeRelease,
  postDuplicate,
  postOverpayment,
  postRefund,
  postRefundDifference,
} from '../../money/ledger/service.ts'
import { lockPayouts } from '../../money/lookup-queries.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { removeSale } from '../../projects/save.ts'
import { issueCreditNote } from '../invoices/service.ts'
import { lockBuyer } from '../lookup-queries.ts'
import { moveOrder, type OrderRow, paymentById } from '../queries.ts'
import { type Capture, moneyOfCapture } from './capture-queries.ts'
import { applyGatewayRefunds, coverRefunds } from './capture.ts'
import { endRefundedOrder, insertRefund } from './queries.ts'
/**
 * Why an order is taken back: staff decided it, or the buyer's bank, or the money was returned on the gateway's own
 * pages.
 */
export type ReverseCause = 'requested' | 'disputed' | 'returned_at_gateway'
/** Why the money for an order goes back that is not delivered. */
export type ReturnCause =
  | 'owned_already'
  | 'account_closed'
  | 'coupon_ended'
  | 'undeliverable'
  | 'other_amount'

/**
 * Reverses an order's sale on all accounts and makes what was paid for it due to its buyer, in the caller's
 * transaction: its price, or as much of it as came and did not go back. A job has the gateway return it. Fails when
 * this was done before.
 */
async function refundSale(
  dependencies: Dependencies,
  trx: Connection,
  payment: Capture,
  order: OrderRow,
  cause: ReverseCause,
) {
  await postRefund(trx, order.id)
  if (order.amountPaise === 0) return
  const { leftPaise, undecidedPaise } = await moneyOfCapture(trx, payment)
  // What went back and is not decided went back for this order, as far as there is no other.
  const amountPaise = Math.min(order.amountPaise, Math.max(0, leftPaise + undecidedPaise))
  if (amountPaise < order.amountPaise)
    await postRefundDifference(trx, { orderId: order.id, amountPaise: order.amountPaise - amountPaise })
  if (amountPaise > 0)
    await createRefund(dependencies, trx, payment, { orderId: order.id, amountPaise, cause })
}

/** Makes money due to its payer that was captured for an order that is not delivered, in paise. */
export async function returnOverpayment(
  dependencies: Dependencies,
  trx: Connection,
  payment: Capture,
  { orderId, amountPaise, cause }: { orderId: string; amountPaise: number; cause: ReturnCause },
) {
  await postOverpayment(trx, { orderId, gateway: payment.gateway, amountPaise })
  await createRefund(dependencies, trx, payment, { orderId, amountPaise, cause })
}

/** Makes a duplicate capture of a payment, in paise, due to its payer; returns whether it was new. */
export async function returnDuplicate(
  dependencies: Dependencies,
  trx: Connection,
  payment: Capture,
  { gatewayPaymentId, amountPaise }: { gatewayPaymentId: string; amountPaise: number },
): Promise<boolean> {
  const duplicate = { ...payment, gatewayPaymentId }
  const refund = await createRefund(dependencies, trx, duplicate, {
    orderId: null,
    amountPaise,
    cause: 'paid_twice',
  })
  if (!refund) return false
  await postDuplicate(trx, { refundId: refund.id, gateway: payment.gateway, amountPaise })
  await applyGatewayRefunds(trx, duplicate)
  return true
}

async function createRefund(
  { jobs }: Dependencies,
  trx: Connection,
  { id: paymentId, gateway, gatewayPaymentId }: Capture,
  due: {
    orderId: string | null
    amountPaise: number
    cause: ReverseCause | ReturnCause | 'paid_twice'
  },
) {
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
  return refund
}

/**
 * Locks what a refund of these orders of one buyer changes, until the transaction ends: the payouts of who earned by
 * them, then the buyer. These locks are acquired before every other one; the deletion of an account takes them in this
 * order too.
 */
export async function lockSales(
  trx: Connection,
  memberId: string,
  orders: readonly Pick<OrderRow, 'ownerId' | 'referrerId'>[],
): Promise<void> {
  for (const earner of earnersOf(orders)) await lockPayouts(trx, earner)
  await lockBuyer(trx, memberId)
}

/** The ids of owners and referrers, sorted so that two transactions that lock them never deadlock. */
const earnersOf = (orders: readonly Pick<OrderRow, 'ownerId' | 'referrerId'>[]): string[] =>
  [
    ...new Set(orders.flatMap(({ ownerId, referrerId }) => [ownerId, ...(referrerId ? [referrerId] : [])])),
  ].toSorted()

/**
 * Reverses an order, in the caller's transaction: its entitlement ends, its sale is reversed on all accounts, a credit
 * note corrects the invoice, and a job has the gateway return the money. What a deleted account cannot give back is
 * written off. Returns undefined when this party may not do that from the order's present status. The caller holds the
 * locks of lockSales.
 */
export async function reverseOrder(
  dependencies: Dependencies,
  trx: Connection,
  orderId: string,
  cause: ReverseCause,
): Promise<OrderRow | undefined> {
  const order = await moveOrder(trx, orderId, 'refunded', cause === 'requested' ? 'staff' : 'gateway')
  if (!order) return undefined
  // What a dispute has frozen is taken back now, and would otherwise be deducted twice until the bank decides.
  await postDisputeRelease(trx, order.id)
  await endRefundedOrder(trx, order.id)
  await refundSale(dependencies, trx, await paymentById(trx, order.paymentId), order, cause)
  await writeOffDebts(trx, { ...order, orderId: order.id })
  await removeSale(trx, order.projectId)
  await issueCreditNote(trx, order.id)
  return order
}
