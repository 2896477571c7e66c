import type { Item } from '#contract/orders/orders.ts'

import { memberById } from '../../accounts/lookup-queries.ts'
import type { Dependencies } from '../../dependencies.ts'
import { postSale } from '../../money/ledger/service.ts'
import { noRates, sharedPrice } from '../../money/ledger/shares.ts'
import { lockWithholding, ratesFor } from '../../money/withholding/service.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { isTakenOffSale, lockProjects, lockProjectsAgainstDeletion } from '../../projects/lookup-queries.ts'
import { recount } from '../../projects/save.ts'
import { claimForLatePayment } from '../coupons/use.ts'
import { isDeliverable } from '../downloads/entitlement.ts'
import { issueInvoice } from '../invoices/service.ts'
import { cancelPayments, openPaymentsWith, type PaymentRow } from '../payment-queries.ts'
import { sum } from '../price.ts'
import { itemsOfPayment, lockOrders, markCompleted, type OrderRow, owningOrder } from '../queries.ts'
import { type CaptureMoney, isAllBack, nothingCaptured } from '../returns/capture-queries.ts'
import { mailAccountClosed, mailCouponEnded } from '../returns/payment-emails.ts'
import {
  closeReturned,
  postRest,
  returnOrders,
  returnPayment,
  settleCapture,
} from '../returns/undelivered.ts'
import { type Delivered, enqueueEmails, type Undelivered } from './emails.ts'

/**
 * Completes a payment's orders in the caller's transaction: delivers them, posts to the ledger, counts the sales,
 * issues the invoice and queues the emails. The prices stored with the orders apply. A payment that no longer holds the
 * use of its coupon claims another one. An item that the buyer came to own meanwhile, that staff took off sale since the
 * checkout, or that cannot be downloaded any more, is not delivered; its price becomes due to the buyer, and so does the
 * whole payment when no use of the coupon is left for it, or the buyer's account is closed. Nothing is delivered for
 * money that went back already. The caller holds the buyer's lock, and gives no `money` when there was nothing to pay.
 */
export async function deliver(
  dependencies: Dependencies,
  trx: Connection,
  payment: PaymentRow,
  money: CaptureMoney = nothingCaptured,
): Promise<void> {
  if (isAllBack(payment, money)) return closeReturned(dependencies, trx, payment, money)
  if (await isClosed(trx, payment.memberId)) {
    await returnPayment(dependencies, trx, payment, money, 'account_closed')
    return mailAccountClosed(dependencies, trx, payment)
  }
  const ended = await couponEnded(trx, payment)
  if (ended) {
    await returnPayment(dependencies, trx, payment, money, 'coupon_ended')
    return mailCouponEnded(dependencies, trx, payment, ended)
  }
  await settleCapture(trx, payment, money)
  await deliverOrders(dependencies, trx, payment, money)
}

async function deliverOrders(
  dependencies: Dependencies,
  trx: Connection,
  payment: PaymentRow,
  money: CaptureMoney,
): Promise<void> {
  const delivered: Delivered[] = []
  const undelivered: Undelivered[] = []
  const orders = await lockOrders(trx, payment.id)
  await lockWithholding(
    trx,
    orders.map(({ ownerId }) => ownerId),
  )
  // What staff take off sale now waits for this delivery, or this one finds it taken off.
  await lockProjects(
    trx,
    orders.map(({ projectId }) => projectId),
  )
  for (const order of orders) {
    const cause = await obstacleTo(trx, order)
    if (cause) undelivered.push({ ...order, cause })
    else delivered.push({ ...order, shares: await complete(trx, payment, order) })
  }
  const returned = await returnOrders(dependencies, trx, payment, undelivered, money)
  await postRest(trx, payment, money, sum(delivered.map(({ amountPaise }) => amountPaise)) + returned)
  // Other open checkouts of the same items would be paid in vain.
  const others = await openPaymentsWith(trx, payment.memberId, delivered as (Delivered & Item)[])
  await cancelPayments(
    trx,
    others.map(({ id }) => id),
    'buyer',
  )
  const { id: paymentId, memberId, state } = payment
  const invoice = await issueInvoice(trx, { paymentId, memberId, state, orders: delivered })
  await enqueueEmails(dependencies, trx, { memberId, delivered, undelivered, invoice })
}

/** Returns why an order is not delivered; undefined when it can be. */
async function obstacleTo(
  trx: Connection,
  order: OrderRow,
): Promise<'owned_already' | 'undeliverable' | undefined> {
  if (await owningOrder(trx, order.memberId, order.projectId, order.kind as Item['kind']))
    return 'owned_already'
  if (await isTakenOffSale(trx, order)) return 'undeliverable'
  return order.kind === 'report' || (await isDeliverable(trx, order)) ? undefined : 'undeliverable'
}

async function complete(trx: Connection, { gateway }: PaymentRow, order: OrderRow) {
  await markCompleted(trx, order.id)
  const price = sharedPrice(order)
  const rates = price === 0 ? noRates : await ratesFor(trx, order.ownerId, price)
  const shares = await postSale(trx, { ...order, orderId: order.id, gateway, rates })
  await recount(trx, order.projectId)
  return shares
}

/** Returns whether the buyer's account was deactivated or deleted, so that nobody could use a delivery. */
async function isClosed(trx: Connection, memberId: string): Promise<boolean> {
  const buyer = await memberById(trx, memberId)
  return !buyer || buyer.deactivatedAt !== null || buyer.erasedAt !== null
}

/**
 * Claims the use of a payment's coupon, unless it holds it; returns the coupon's code and why it cannot, or undefined.
 * The buyer's open checkouts of the same items, which would be paid in vain, give theirs up for it.
 */
async function couponEnded(trx: Connection, { id, couponId, memberId }: PaymentRow) {
  if (couponId === null) return undefined
  const items = await itemsOfPayment(trx, id)
  // Projects before coupons: see Locks in docs/ARCHITECTURE.md.
  await lockProjectsAgainstDeletion(
    trx,
    items.map(({ projectId }) => projectId),
  )
  const open = await openPaymentsWith(trx, memberId, items)
  const others = open.map((payment) => payment.id).filter((other) => other !== id)
  const ended = await claimForLatePayment(trx, { id, couponId, memberId }, others)
  if (!ended) await cancelPayments(trx, others, 'buyer')
  return ended
}
