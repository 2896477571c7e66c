import type { Item } from '#contract/orders/orders.ts'

import { memberById } from '../../accounts/lookup-queries.ts'
import type { Dependencies } from '../../dependencies.ts'
import { postDifference, postRelease, postSale } from '../../money/ledger/service.ts'
import { noRates, sharedPrice } from '../../money/ledger/shares.ts'
import { lockWithholding, ratesFor } from '../../money/withholding/service.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { lockProjectsAgainstDeletion } from '../../projects/lookup-queries.ts'
import { addSale } from '../../projects/save.ts'
import { claimForLatePayment } from '../coupons/use.ts'
import { isDeliverable } from '../downloads/entitlement.ts'
import { issueInvoice } from '../invoices/service.ts'
import { cancelPayments, openPaymentsWith, type OrderRow, owningOrder, type PaymentRow } from '../queries.ts'
import { type CaptureMoney, isAllBack, moneyOfCapture } from '../refunds/capture-queries.ts'
import { returnOverpayment, type ReturnCause } from '../refunds/refund.ts'
import {
  type Delivered,
  enqueueEmails,
  mailAccountClosed,
  mailCouponEnded,
  mailReturned,
  type Undelivered,
} from './emails.ts'
import { itemsOfPayment, lockOrders, markCancelled, markCaptured, markCompleted } from './queries.ts'

/**
 * Completes a payment's orders in the caller's transaction: delivers them, posts to the ledger, counts the sales, issues the
 * invoice and queues the emails. The prices stored with the orders apply. A payment that no longer holds the use of its
 * coupon claims another one. An item that the buyer came to own meanwhile, or that cannot be downloaded any more, is not
 * delivered; its price becomes due to the buyer, and so does the whole payment when no use of the coupon is left for it, or the
 * buyer's account is closed. Nothing is delivered for money that went back already. The caller holds the buyer's lock.
 * `gatewayPaymentId` is null when there was nothing to pay.
 */
export async function deliver(
  dependencies: Dependencies,
  trx: Connection,
  payment: PaymentRow,
  gatewayPaymentId: string | null,
) {
  const money =
    gatewayPaymentId === null ? nothing : await moneyOfCapture(trx, { ...payment, gatewayPaymentId })
  const isReturned = isAllBack(payment, money)
  const ended = isReturned ? undefined : await couponEnded(trx, payment)
  const captured = await markPaid(trx, payment, gatewayPaymentId, money)
  if (isReturned) {
    await cancelOrders(trx, await lockOrders(trx, payment.id))
    await bookDifference(trx, captured, money, 0)
    return mailReturned(dependencies, trx, captured, money.undecidedPaise)
  }
  if (await isClosed(trx, payment.memberId)) {
    await returnAll(dependencies, trx, captured, money, 'account_closed')
    return mailAccountClosed(dependencies, trx, captured)
  }
  if (ended) {
    await returnAll(dependencies, trx, captured, money, 'coupon_ended')
    return mailCouponEnded(dependencies, trx, captured, ended)
  }
  await deliverOrders(dependencies, trx, captured, money)
}

/** Delivers a held payment, whose money is posted as waiting. */
export async function deliverReleased(dependencies: Dependencies, trx: Connection, payment: PaymentRow) {
  await release(trx, payment)
  await deliver(dependencies, trx, payment, payment.gatewayPaymentId)
}

/**
 * Returns all the money of a held payment that is still there to its payer, and cancels its orders. Returns the sum in
 * paise.
 */
export async function returnReleased(
  dependencies: Dependencies,
  trx: Connection,
  payment: PaymentRow,
): Promise<number> {
  await release(trx, payment)
  const money = await moneyOfCapture(trx, payment)
  const captured = await markPaid(trx, payment, payment.gatewayPaymentId, money)
  return returnAll(dependencies, trx, captured, money, 'other_amount', { isWhole: true })
}

const release = (trx: Connection, { id, gateway, receivedPaise, amountPaise }: PaymentRow) =>
  postRelease(trx, { paymentId: id, gateway, amountPaise: receivedPaise ?? amountPaise })

const nothing: CaptureMoney = {
  receivedPaise: 0,
  leftPaise: 0,
  leftAtGatewayPaise: 0,
  undecidedPaise: 0,
  lostPaise: 0,
  excessPaise: 0,
}

/** Marks a payment as captured. What was returned of it on the gateway's own pages is settled with it. */
async function markPaid(
  trx: Connection,
  payment: PaymentRow,
  gatewayPaymentId: string | null,
  { undecidedPaise: givenUpPaise }: CaptureMoney,
): Promise<PaymentRow> {
  await markCaptured(trx, payment.id, { gatewayPaymentId, givenUpPaise })
  return { ...payment, gatewayPaymentId }
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
  for (const order of orders) {
    const cause = await obstacleTo(trx, order)
    if (cause) undelivered.push({ ...order, cause })
    else delivered.push({ ...order, shares: await complete(trx, payment, order) })
  }
  const price = sumOf(delivered)
  const returned = await returnOrders(dependencies, trx, payment, undelivered, money)
  await bookDifference(trx, payment, money, price + returned)
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
  return order.kind === 'report' || (await isDeliverable(trx, order)) ? undefined : 'undeliverable'
}

async function complete(trx: Connection, { gateway }: PaymentRow, order: OrderRow) {
  await markCompleted(trx, order.id)
  const price = sharedPrice(order)
  const rates = price === 0 ? noRates : await ratesFor(trx, order.ownerId, price)
  const shares = await postSale(trx, { ...order, orderId: order.id, gateway, rates })
  await addSale(trx, order.projectId)
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
  // Projects are locked before coupons everywhere: the deletion of an owner's account switches their coupons off.
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

async function cancelOrders(trx: Connection, orders: OrderRow[]) {
  for (const { id } of orders) await markCancelled(trx, id)
}

/** Cancels all orders of a payment and makes its money due to its payer; returns the sum in paise. */
async function returnAll(
  dependencies: Dependencies,
  trx: Connection,
  payment: PaymentRow,
  money: CaptureMoney,
  cause: ReturnCause,
  options?: { isWhole: boolean },
): Promise<number> {
  const orders = (await lockOrders(trx, payment.id)).map((order) => ({ ...order, cause }))
  const returned = await returnOrders(dependencies, trx, payment, orders, money, options)
  await bookDifference(trx, payment, money, returned)
  return returned
}

/**
 * Cancels orders and makes their prices due to their payer, as far as the money is there; with `isWhole` also what came
 * above them. Returns the sum in paise.
 */
async function returnOrders(
  dependencies: Dependencies,
  trx: Connection,
  payment: PaymentRow,
  orders: (OrderRow & { cause: ReturnCause })[],
  { leftPaise }: CaptureMoney,
  { isWhole = false } = {},
): Promise<number> {
  await cancelOrders(trx, orders)
  let left = leftPaise
  const paid = orders.filter(({ amountPaise }) => amountPaise > 0)
  for (const [index, { id: orderId, amountPaise: pricePaise, cause }] of paid.entries()) {
    const amountPaise = isWhole && index === paid.length - 1 ? left : Math.min(left, pricePaise)
    left -= amountPaise
    if (amountPaise > 0) await returnOverpayment(dependencies, trx, payment, { orderId, amountPaise, cause })
  }
  return leftPaise - left
}

/** Posts what a payment brought beyond the sales and returns that were posted for it. */
async function bookDifference(
  trx: Connection,
  { id: paymentId, gateway }: PaymentRow,
  { receivedPaise, undecidedPaise: givenUpPaise }: CaptureMoney,
  postedPaise: number,
) {
  const amountPaise = receivedPaise - postedPaise
  if (amountPaise !== 0 || givenUpPaise !== 0)
    await postDifference(trx, { paymentId, gateway, amountPaise, givenUpPaise })
}

const sumOf = (orders: { amountPaise: number }[]) =>
  orders.reduce((sum, { amountPaise }) => sum + amountPaise, 0)
