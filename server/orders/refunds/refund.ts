import { v7 as uuid } from 'uuid'

import { postDuplicate, postOverpayment, postRefund, postRepayment } from '../../money/ledger/service.ts'
import type { Parts } from '../../parts.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { removeSale } from '../../projects/save.ts'
import { issueCreditNote } from '../invoices/service.ts'
import { moveOrder, type OrderRow, paymentAtId, type PaymentRow } from '../queries.ts'
import { insertRefund, lockDueOf, markTakenByBank } from './queries.ts'

type DueParts = Pick<Parts, 'jobs'>
type Cause = 'requested' | 'disputed' | 'owned_already' | 'account_closed' | 'paid_twice'
type Paid = Pick<PaymentRow, 'id' | 'gateway' | 'gatewayPaymentId'>

/**
 * Takes an order's sale back from all who earned by it and makes its price due to its buyer, in the caller's transaction.
 * The gateway returns it soon after. Fails when this was done before.
 */
async function refundSale(
  parts: DueParts,
  trx: Connection,
  payment: Paid,
  order: OrderRow,
  cause: 'requested' | 'disputed',
) {
  await postRefund(trx, order.id)
  await owe(parts, trx, payment, { orderId: order.id, amountPaise: order.amountPaise, cause })
}

/** Makes the price of an order due to its buyer, who owned the thing already or whose account is closed. */
export async function returnOverpayment(
  parts: DueParts,
  trx: Connection,
  payment: Paid,
  order: OrderRow,
  cause: 'owned_already' | 'account_closed',
) {
  const { id: orderId, amountPaise } = order
  await postOverpayment(trx, { orderId, gateway: payment.gateway, amountPaise })
  await owe(parts, trx, payment, { orderId, amountPaise, cause })
}

/** Makes a payment due to its payer that was captured beside the one that counts; says whether that was new. */
export async function returnDuplicate(
  parts: DueParts,
  trx: Connection,
  payment: Paid & { amountPaise: number },
  gatewayPaymentId: string,
): Promise<boolean> {
  const { amountPaise } = payment
  const second = { ...payment, gatewayPaymentId }
  const refund = await owe(parts, trx, second, { orderId: null, amountPaise, cause: 'paid_twice' })
  if (refund) await postDuplicate(trx, { refundId: refund.id, gateway: payment.gateway, amountPaise })
  return refund !== undefined
}

async function owe(
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

/** What is due to the payer of a gateway's payment and the gateway has not begun to return, in paise. The rows stay locked. */
export async function dueOf(trx: Connection, gateway: string, gatewayPaymentId: string): Promise<number> {
  const due = await lockDueOf(trx, gateway, gatewayPaymentId)
  return due.reduce((sum, { amountPaise }) => sum + amountPaise, 0)
}

/** Books all that is due to a payment's payer as returned: their bank took it from us in a dispute, so nothing is sent. */
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
