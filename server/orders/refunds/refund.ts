import { v7 as uuid } from 'uuid'

import type { Dependencies } from '../../dependencies.ts'
import { writeOffDebts } from '../../money/closed-accounts.ts'
import {
  postCover,
  postDisputeRelease,
  postDuplicate,
  postGatewayRefund,
  postOverpayment,
  postRefund,
  postRefundDifference,
  postRepayment,
} from '../../money/ledger/service.ts'
import { lockPayouts } from '../../money/lookup-queries.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { removeSale } from '../../projects/save.ts'
import { issueCreditNote } from '../invoices/service.ts'
import { lockBuyer } from '../lookup-queries.ts'
import { moveOrder, type OrderRow, paymentById, type PaymentRow } from '../queries.ts'
import {
  addCover,
  adoptGatewayRefunds,
  endHold,
  endRefundedOrder,
  insertRefund,
  lockDueOf,
  markTakenByBank,
  moneyOfCapture,
} from './queries.ts'

type DueParts = Pick<Dependencies, 'jobs'>
type Paid = Pick<PaymentRow, 'id' | 'gateway' | 'gatewayPaymentId'>

/** Why an order is taken back: staff decided it, or the buyer's bank, or the money was returned on the gateway's own pages. */
export type ReverseCause = 'requested' | 'disputed' | 'returned_at_gateway'
/** Why the money for an order goes back that is not delivered. */
export type ReturnCause =
  | 'owned_already'
  | 'account_closed'
  | 'coupon_ended'
  | 'undeliverable'
  | 'other_amount'

/**
 * Reverses an order's sale on all accounts and makes what was paid for it due to its buyer, in the caller's transaction: its
 * price, or as much of it as came and did not go back. A job has the gateway return it. Fails when this was done before.
 */
async function refundSale(
  parts: DueParts,
  trx: Connection,
  payment: Paid,
  order: OrderRow,
  cause: ReverseCause,
) {
  await postRefund(trx, order.id)
  if (order.amountPaise === 0) return
  const money = await moneyOfCapture(trx, payment.id, payment.gatewayPaymentId!)
  const left = money.receivedPaise - money.givenUpPaise - money.refundedPaise
  const amountPaise = Math.min(order.amountPaise, Math.max(0, left))
  if (amountPaise < order.amountPaise)
    await postRefundDifference(trx, { orderId: order.id, amountPaise: order.amountPaise - amountPaise })
  if (amountPaise > 0) await createRefund(parts, trx, payment, { orderId: order.id, amountPaise, cause })
}

/** Makes money due to its payer that was captured for an order that is not delivered, in paise. */
export async function returnOverpayment(
  parts: DueParts,
  trx: Connection,
  payment: Paid,
  { orderId, amountPaise, cause }: { orderId: string; amountPaise: number; cause: ReturnCause },
) {
  await postOverpayment(trx, { orderId, gateway: payment.gateway, amountPaise })
  await createRefund(parts, trx, payment, { orderId, amountPaise, cause })
}

/** Makes a duplicate capture of a payment, in paise, due to its payer; returns whether it was new. */
export async function returnDuplicate(
  parts: DueParts,
  trx: Connection,
  payment: Paid,
  { gatewayPaymentId, amountPaise }: { gatewayPaymentId: string; amountPaise: number },
): Promise<boolean> {
  const duplicate = { ...payment, gatewayPaymentId }
  const refund = await createRefund(parts, trx, duplicate, {
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
  { jobs }: DueParts,
  trx: Connection,
  { id: paymentId, gateway, gatewayPaymentId }: Paid,
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
 * Posts what was returned on the gateway's own pages of a capture that has become known, and has it carry out the refunds
 * that are due for it.
 */
export async function applyGatewayRefunds(trx: Connection, payment: Paid): Promise<void> {
  const { id: paymentId, gateway } = payment
  const adopted = await adoptGatewayRefunds(trx, paymentId, {
    gateway,
    gatewayPaymentId: payment.gatewayPaymentId!,
  })
  for (const amountPaise of adopted) await postGatewayRefund(trx, { paymentId, gateway, amountPaise })
  await coverRefunds(trx, payment)
}

/**
 * Takes what was returned on the gateway's own pages for due refunds of the same capture that would exceed it now: the gateway
 * would refuse them. With `isFor` it was returned for just these refunds, so that all of it counts.
 */
export async function coverRefunds(trx: Connection, payment: Paid, { isFor = false } = {}): Promise<void> {
  const { id: paymentId, gateway } = payment
  const gatewayPaymentId = payment.gatewayPaymentId!
  const money = await moneyOfCapture(trx, paymentId, gatewayPaymentId)
  const { undecidedPaise } = money
  if (undecidedPaise <= 0) return
  const beyond = undecidedPaise + money.refundedPaise + money.givenUpPaise - money.receivedPaise
  const most = isFor ? undecidedPaise : Math.min(undecidedPaise, beyond)
  let left = most
  for (const { id, openPaise } of await lockDueOf(trx, gateway, gatewayPaymentId)) {
    if (left <= 0) break
    const paise = Math.min(left, openPaise)
    await addCover(trx, id, { paise, isAll: paise === openPaise })
    await postCover(trx, { paymentId, amountPaise: paise })
    left -= paise
  }
  if (most - left === undecidedPaise) await endHold(trx, paymentId)
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
 * the order's present status. The caller holds the locks of lockSales.
 */
export async function reverseOrder(
  parts: Pick<Dependencies, 'jobs'>,
  trx: Connection,
  orderId: string,
  cause: ReverseCause,
): Promise<OrderRow | undefined> {
  const order = await moveOrder(trx, orderId, 'refunded', cause === 'requested' ? 'staff' : 'gateway')
  if (!order) return undefined
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
  return due.reduce((sum, { openPaise }) => sum + openPaise, 0)
}

/** Posts all due refunds of a payment as returned: the payer's bank took the money in a dispute, so nothing is sent. */
export async function settleDueByBank(
  trx: Connection,
  gateway: string,
  gatewayPaymentId: string,
  disputeId: string,
): Promise<void> {
  for (const { id, openPaise } of await lockDueOf(trx, gateway, gatewayPaymentId)) {
    await markTakenByBank(trx, id, disputeId)
    await postRepayment(trx, { refundId: id, gateway, amountPaise: openPaise })
  }
}
