import type { Item } from '#contract/orders.ts'

import type { Connection } from '../../database/connection.ts'
import { postOverpayment, postSale } from '../../ledger/service.ts'
import type { MailParts } from '../../mail/enqueue.ts'
import { addSale } from '../../projects/service.ts'
import { cancelPayments, openPaymentsWith, type OrderRow, owningOrder, type PaymentRow } from '../queries.ts'
import { enqueueEmails } from './emails.ts'
import { lockOrders, markCancelled, markCaptured, markCompleted } from './queries.ts'

/**
 * Completes a payment's orders in the caller's transaction: delivers, posts the ledger, counts the sales, asks for the
 * mails. What the buyer came to own meanwhile is not delivered again; its money is posted as due to be returned.
 * The caller holds the buyer's lock. `gatewayPaymentId` is null when there was nothing to pay.
 */
export async function deliver(
  parts: MailParts,
  trx: Connection,
  payment: PaymentRow,
  gatewayPaymentId: string | null,
) {
  await markCaptured(trx, payment.id, gatewayPaymentId)
  const delivered: OrderRow[] = []
  const surplus: OrderRow[] = []
  for (const order of await lockOrders(trx, payment.id)) {
    const owned = await owningOrder(trx, order.memberId, order.projectId, order.kind as Item['kind'])
    if (owned) await returnMoney(trx, payment, order)
    else await complete(trx, payment, order)
    ;(owned ? surplus : delivered).push(order)
  }
  // Other open checkouts of the same things would only be paid in vain.
  const others = await openPaymentsWith(trx, payment.memberId, delivered as (OrderRow & Item)[])
  await cancelPayments(
    trx,
    others.map(({ id }) => id),
    'buyer',
  )
  await enqueueEmails(parts, trx, { memberId: payment.memberId, delivered, surplus })
}

async function complete(trx: Connection, { gateway }: PaymentRow, order: OrderRow) {
  const { id, projectId, amountPaise, ownerId, referrerId } = order
  await markCompleted(trx, id)
  await postSale(trx, { orderId: id, gateway, amountPaise, ownerId, referrerId })
  await addSale(trx, projectId)
}

async function returnMoney(trx: Connection, { gateway }: PaymentRow, { id, amountPaise }: OrderRow) {
  await markCancelled(trx, id)
  if (amountPaise > 0) await postOverpayment(trx, { orderId: id, gateway, amountPaise })
}
