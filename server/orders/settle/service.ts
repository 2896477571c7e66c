import type { Item } from '#contract/orders/orders.ts'

import { memberById } from '../../accounts/lookup-queries.ts'
import type { Dependencies } from '../../dependencies.ts'
import { postSale } from '../../money/ledger/service.ts'
import { noRates, sharedPrice } from '../../money/ledger/shares.ts'
import { lockWithholding, ratesFor } from '../../money/withholding/service.ts'
import type { Connection } from '../../platform/database/connection.ts'
import type { MailParts } from '../../platform/mail/send.ts'
import { logAlert, settledPayments } from '../../platform/metrics.ts'
import type {
  Gateway,
  GatewayDispute,
  GatewayEvent,
  GatewayPayment,
} from '../../platform/payments/gateway.ts'
import { lockProjectsAgainstDeletion } from '../../projects/lookup-queries.ts'
import { addSale } from '../../projects/save.ts'
import { claimForLatePayment } from '../coupons/use.ts'
import { issueInvoice } from '../invoices/service.ts'
import { lockBuyer } from '../lookup-queries.ts'
import {
  cancelPayments,
  openPaymentsWith,
  type OrderRow,
  owningOrder,
  paymentByGatewayOrder,
  type PaymentRow,
} from '../queries.ts'
import { returnDuplicate, returnOverpayment } from '../refunds/refund.ts'
import { recordRefund } from '../refunds/return-money.ts'
import { type Delivered, enqueueEmails, mailAccountClosed, mailCouponEnded, mailPaidTwice } from './emails.ts'
import {
  itemsOfPayment,
  lockOrders,
  lockPayment,
  markCancelled,
  markCaptured,
  markCompleted,
  markFailed,
  recordEvent,
} from './queries.ts'

/** The result of a payment's event. 'repeated': nothing new. 'waiting': not captured yet. 'mismatch': not the requested order, amount or currency. */
type Settled = 'completed' | 'failed' | 'repeated' | 'waiting' | 'mismatch' | 'unknown'

/** `gateway`: the one that reported the event, which need not be the one for new payments. */
type SettleParts = Pick<Dependencies, 'db' | 'gateway' | 'config' | 'jobs' | 'secret'>

/**
 * Settles a gateway's own report about a payment; paid orders complete nowhere else. Reports come through the browser's
 * callback, the webhook or the reconciliation, in any order, any number of times, also simultaneously.
 */
export const settle = (parts: SettleParts, gatewayPayment: GatewayPayment): Promise<Settled> =>
  counted(parts.db.transaction().execute((trx) => settleIn(parts, trx, gatewayPayment)))

/** Records a gateway's report of a dispute, in the transaction that records the event. */
export type RecordDispute = (trx: Connection, gateway: Gateway, dispute: GatewayDispute) => Promise<void>

/** Settles a webhook's event, or records its report of a refund or a dispute. A repeated delivery does nothing. */
export const settleEvent = (
  parts: SettleParts,
  { eventId, payment, refund, dispute }: GatewayEvent,
  noteDispute?: RecordDispute,
): Promise<Settled> =>
  counted(
    parts.db.transaction().execute(async (trx) => {
      if (!(await recordEvent(trx, eventId))) return 'repeated'
      if (refund) await recordRefund(trx, refund)
      if (dispute) await noteDispute?.(trx, parts.gateway, dispute)
      return payment ? settleIn(parts, trx, payment) : 'unknown'
    }),
  )

async function counted(settling: Promise<Settled>): Promise<Settled> {
  const outcome = await settling
  settledPayments.inc({ outcome })
  return outcome
}

async function settleIn(
  parts: SettleParts,
  trx: Connection,
  gatewayPayment: GatewayPayment,
): Promise<Settled> {
  const known = await paymentByGatewayOrder(trx, parts.gateway.name, gatewayPayment.gatewayOrderId)
  if (!known) return 'unknown'
  await lockBuyer(trx, known.memberId)
  const payment = await lockPayment(trx, known.id)
  if (gatewayPayment.status === 'captured') return capture(parts, trx, payment, gatewayPayment)
  if (gatewayPayment.status !== 'failed') return 'waiting'
  // A failed attempt does not matter when another attempt has paid.
  if (payment.status !== 'created') return 'repeated'
  await markFailed(trx, payment.id)
  return 'failed'
}

async function capture(
  parts: SettleParts,
  trx: Connection,
  payment: PaymentRow,
  gatewayPayment: GatewayPayment,
): Promise<Settled> {
  if (!matchesRequest(payment, gatewayPayment)) {
    logAlert('A captured payment is not what was asked for; nothing was delivered', {
      payment,
      gatewayPayment,
    })
    return 'mismatch'
  }
  if (payment.status === 'captured') {
    if (payment.gatewayPaymentId === gatewayPayment.paymentId) return 'repeated'
    if (await returnDuplicate(parts, trx, payment, gatewayPayment.paymentId)) {
      logAlert('An order was paid twice; the second payment is returned', { payment, gatewayPayment })
      await mailPaidTwice(parts, trx, payment)
    }
    return 'repeated'
  }
  await deliver(parts, trx, payment, gatewayPayment.paymentId)
  return 'completed'
}

const matchesRequest = (payment: PaymentRow, gatewayPayment: GatewayPayment): boolean =>
  gatewayPayment.gatewayOrderId === payment.gatewayOrderId &&
  gatewayPayment.amountPaise === payment.amountPaise &&
  gatewayPayment.currency === 'INR'

type DeliverParts = MailParts & Pick<Dependencies, 'jobs'>

/**
 * Completes a payment's orders in the caller's transaction: delivers them, posts to the ledger, counts the sales, issues the
 * invoice and queues the emails. The prices stored with the orders apply. A payment that no longer holds the use of its
 * coupon claims another one. An item that the buyer came to own meanwhile is not delivered again; its price becomes due to the
 * buyer, and so does the whole payment when no use of the coupon is left for it, or the buyer's account is closed. The caller
 * holds the buyer's lock. `gatewayPaymentId` is null when there was nothing to pay.
 */
export async function deliver(
  parts: DeliverParts,
  trx: Connection,
  payment: PaymentRow,
  gatewayPaymentId: string | null,
) {
  const ended = await couponEnded(trx, payment)
  await markCaptured(trx, payment.id, gatewayPaymentId)
  const captured = { ...payment, gatewayPaymentId }
  if (await isClosed(trx, payment.memberId)) {
    await cancelAll(parts, trx, captured, 'account_closed')
    return mailAccountClosed(parts, trx, captured)
  }
  if (ended) {
    await cancelAll(parts, trx, captured, 'coupon_ended')
    return mailCouponEnded(parts, trx, captured, ended)
  }
  const delivered: Delivered[] = []
  const surplus: OrderRow[] = []
  const orders = await lockOrders(trx, payment.id)
  await lockWithholding(
    trx,
    orders.map(({ ownerId }) => ownerId),
  )
  for (const order of orders) {
    const owned = await owningOrder(trx, order.memberId, order.projectId, order.kind as Item['kind'])
    if (owned) {
      await cancel(parts, trx, captured, order, 'owned_already')
      surplus.push(order)
    } else delivered.push({ ...order, shares: await complete(trx, payment, order) })
  }
  // Other open checkouts of the same items would be paid in vain.
  const others = await openPaymentsWith(trx, payment.memberId, delivered as (Delivered & Item)[])
  await cancelPayments(
    trx,
    others.map(({ id }) => id),
    'buyer',
  )
  const { id: paymentId, memberId, state } = payment
  const invoice = await issueInvoice(trx, { paymentId, memberId, state, orders: delivered })
  await enqueueEmails(parts, trx, { memberId, delivered, surplus, invoice })
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
 * Claims the use of a payment's coupon, unless it holds it; returns the coupon's code and why it cannot, or undefined. The
 * buyer's open checkouts of the same items, which would be paid in vain, give theirs up for it.
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

type ReturnCause = 'owned_already' | 'account_closed' | 'coupon_ended'

async function cancelAll(parts: DeliverParts, trx: Connection, payment: PaymentRow, cause: ReturnCause) {
  for (const order of await lockOrders(trx, payment.id)) await cancel(parts, trx, payment, order, cause)
}

async function cancel(
  parts: DeliverParts,
  trx: Connection,
  payment: PaymentRow,
  order: OrderRow,
  cause: ReturnCause,
) {
  await markCancelled(trx, order.id)
  if (order.amountPaise > 0) await returnOverpayment(parts, trx, payment, order, cause)
}
