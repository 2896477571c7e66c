import { v7 as uuid } from 'uuid'

import type { Connection } from '../../database/connection.ts'
import { postDuplicate, postOverpayment, postRefund } from '../../ledger/service.ts'
import type { Parts } from '../../parts.ts'
import type { OrderRow, PaymentRow } from '../queries.ts'
import { insertRefund } from './queries.ts'

type DueParts = Pick<Parts, 'jobs'>
type Cause = 'requested' | 'disputed' | 'owned_already' | 'account_closed' | 'paid_twice'
type Paid = Pick<PaymentRow, 'id' | 'gateway' | 'gatewayPaymentId'>

/**
 * Takes an order's sale back from all who earned by it and makes its price due to its buyer, in the caller's transaction.
 * The gateway returns it soon after. Fails when this was done before.
 */
export async function refundSale(
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
