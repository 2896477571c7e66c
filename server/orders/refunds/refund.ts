import { v7 as uuid } from 'uuid'

import type { Dependencies } from '../../dependencies.ts'
import { writeOffDebts } from '../../money/closed-accounts.ts'
import {
  postDisputeRelease,
  postDuplicate,
  postOverpayment,
  postRefund,
  postRepayment,
} from '../../money/ledger/service.ts'
import { lockPayouts } from '../../money/lookup-queries.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { removeSale } from '../../projects/save.ts'
import { issueCreditNote } from '../invoices/service.ts'
import { lockBuyer } from '../lookup-queries.ts'
import { moveOrder, type OrderRow, paymentById, type PaymentRow } from '../queries.ts'
import { endRefundedOrder, insertRefund, lockDueOf, markTakenByBank } from './queries.ts'

type DueParts = Pick<Dependencies, 'jobs'>
type Cause = 'requested' | 'disputed' | 'owned_already' | 'account_closed' | 'coupon_ended' | 'paid_twice'
type Paid = Pick<PaymentRow, 'id' | 'gateway' | 'gatewayPaymentId'>

/**
 * Reverses an order's sale on all accounts and makes what was paid for it due to its buyer, in the caller's transaction. A job
 * has the gateway return it. Fails when this was done before.
 */
async function refundSale(
  parts: DueParts,
  trx: Connection,
  payment: Paid,
  order: OrderRow,
  cause: 'requested' | 'disputed',
) {
  await postRefund(trx, order.id)
  if (order.amountPaise === 0) return
  await createRefund(parts, trx, payment, { orderId: order.id, amountPaise: order.amountPaise, cause })
}

/** Makes the price of an order due to its buyer, who already owned the item, or whose account is closed or coupon has ended. */
export async function returnOverpayment(
  parts: DueParts,
  trx: Connection,
  payment: Paid,
  order: OrderRow,
  cause: 'owned_already' | 'account_closed' | 'coupon_ended',
) {
  const { id: orderId, amountPaise } = order
  await postOverpayment(trx, { orderId, gateway: payment.gateway, amountPaise })
  await createRefund(parts, trx, payment, { orderId, amountPaise, cause })
}

/** Makes a duplicate capture of a payment due to its payer; returns whether it was new. */
export async function returnDuplicate(
  parts: DueParts,
  trx: Connection,
  payment: Paid & { amountPaise: number },
  gatewayPaymentId: string,
): Promise<boolean> {
  const { amountPaise } = payment
  const duplicate = { ...payment, gatewayPaymentId }
  const refund = await createRefund(parts, trx, duplicate, {
    orderId: null,
    amountPaise,
    cause: 'paid_twice',
  })
  if (refund) await postDuplicate(trx, { refundId: refund.id, gateway: payment.gateway, amountPaise })
  return refund !== undefined
}

async function createRefund(
  { jobs }: DueParts,
  trx: Connection,
  { id: paymentId, gateway, gatewayPaymentId }: Paid,
  due: { orderId: string | null; amountPaise: number; cause: Cause },
) {
  const refund = await insertRefund(trx, {
    id: uuid(),
    paymentId,
    gateway,
    gatewayPaymentId: gatewayPaymentId!,
    ...due,
  })
  if (refund) await jobs.enqueue(trx, 'return-money', {})
  return refund
}

/**
 * Locks what a refund of these orders of one buyer changes, until the transaction ends: the payouts of who earned by them,
 * then the buyer. These locks are acquired before every other one; the deletion of an account takes them in this order too.
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
 * Reverses an order, in the caller's transaction: its entitlement ends, its sale is reversed on all accounts, a credit note
 * corrects the invoice, and a job has the gateway return the money. What a deleted account cannot give back is written off. Returns undefined when this party may not do that from
 * the order's present status. The caller holds the locks of lockSales. `by` is 'gateway' when the buyer's bank decided it.
 */
export async function reverseOrder(
  parts: Pick<Dependencies, 'jobs'>,
  trx: Connection,
  orderId: string,
  by: 'staff' | 'gateway',
): Promise<OrderRow | undefined> {
  const order = await moveOrder(trx, orderId, 'refunded', by)
  if (!order) return undefined
  const cause = by === 'staff' ? 'requested' : 'disputed'
  // What a dispute has frozen is taken back now, and would otherwise be deducted twice until the bank decides.
  await postDisputeRelease(trx, order.id)
  await endRefundedOrder(trx, order.id)
  await refundSale(parts, trx, await paymentById(trx, order.paymentId), order, cause)
  await writeOffDebts(trx, { ...order, orderId: order.id })
  await removeSale(trx, order.projectId)
  await issueCreditNote(trx, order.id)
  return order
}

/** Sums the refunds of a gateway's payment that are due and not begun there, in paise, and locks them until the transaction ends. */
export async function dueOf(trx: Connection, gateway: string, gatewayPaymentId: string): Promise<number> {
  const due = await lockDueOf(trx, gateway, gatewayPaymentId)
  return due.reduce((sum, { amountPaise }) => sum + amountPaise, 0)
}

/** Posts all due refunds of a payment as returned: the payer's bank took the money in a dispute, so nothing is sent. */
export async function settleDueByBank(
  trx: Connection,
  gateway: string,
  gatewayPaymentId: string,
  disputeId: string,
): Promise<void> {
  for (const { id, amountPaise } of await lockDueOf(trx, gateway, gatewayPaymentId)) {
    await markTakenByBank(trx, id, disputeId)
    await postRepayment(trx, { refundId: id, gateway, amountPaise })
  }
}
