import type { Item } from '#contract/orders.ts'

import { memberById } from '../../accounts/service.ts'
import type { Connection } from '../../database/connection.ts'
import { issueInvoice } from '../../invoices/service.ts'
import { noRates, postSale, sharedPrice } from '../../ledger/service.ts'
import type { MailParts } from '../../mail/enqueue.ts'
import type { Parts } from '../../parts.ts'
import { addSale } from '../../projects/service.ts'
import { lockWithholding, ratesFor } from '../../withholding/service.ts'
import { cancelPayments, openPaymentsWith, type OrderRow, owningOrder, type PaymentRow } from '../queries.ts'
import { returnOverpayment } from '../refunds/due.ts'
import { type Delivered, enqueueEmails, mailAccountClosed } from './emails.ts'
import { lockOrders, markCancelled, markCaptured, markCompleted } from './queries.ts'

type DeliverParts = MailParts & Pick<Parts, 'jobs'>

/**
 * Completes a payment's orders in the caller's transaction: delivers, posts the ledger, counts the sales, issues the
 * invoice, asks for the mails. At the prices that the orders keep: a coupon that has reached its limit since, or is switched
 * off, is honoured all the same, because the money was taken for that price. What the buyer came to own meanwhile is not
 * delivered again; its money is posted as due to be returned, and so is all of it when the buyer's account is closed.
 * The caller holds the buyer's lock. `gatewayPaymentId` is null when there was nothing to pay.
 */
export async function deliver(
  parts: DeliverParts,
  trx: Connection,
  payment: PaymentRow,
  gatewayPaymentId: string | null,
) {
  await markCaptured(trx, payment.id, gatewayPaymentId)
  const captured = { ...payment, gatewayPaymentId }
  if (await isClosed(trx, payment.memberId)) return returnAll(parts, trx, captured)
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
  // Other open checkouts of the same things would only be paid in vain.
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

/** Nobody could use what is delivered to an account that was deactivated or deleted meanwhile. */
async function isClosed(trx: Connection, memberId: string): Promise<boolean> {
  const buyer = await memberById(trx, memberId)
  return !buyer || buyer.deactivatedAt !== null || buyer.erasedAt !== null
}

async function returnAll(parts: DeliverParts, trx: Connection, payment: PaymentRow) {
  for (const order of await lockOrders(trx, payment.id))
    await cancel(parts, trx, payment, order, 'account_closed')
  await mailAccountClosed(parts, trx, payment)
}

async function cancel(
  parts: DeliverParts,
  trx: Connection,
  payment: PaymentRow,
  order: OrderRow,
  cause: 'owned_already' | 'account_closed',
) {
  await markCancelled(trx, order.id)
  if (order.amountPaise > 0) await returnOverpayment(parts, trx, payment, order, cause)
}
