import type { Dependencies } from '../../dependencies.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { logAlert } from '../../platform/metrics.ts'
import type { Gateway, GatewayPayment, GatewayRefund } from '../../platform/payments/gateway.ts'
import { lockSales } from '../lock-sales.ts'
import { isPaidFor } from '../order.ts'
import { lockCapture } from '../payment-queries.ts'
import { lockPayment, markHeld, type PaymentRow } from '../payment-queries.ts'
import { ordersPaidWith } from '../queries.ts'
import { paymentWithCapture } from './capture-queries.ts'
import { isAllBack, moneyOfCapture, saveGatewayRefund } from './capture-queries.ts'
import { bear, coverGatewayRefunds } from './capture.ts'
import { knownReturned } from './queries.ts'
import { refundOrders } from './refund.ts'
import { recordOwnRefund } from './send.ts'
import { closeReturned, releaseHeld } from './undelivered.ts'

/**
 * Records a gateway's report about a refund, whoever made it, in any order and any number of times. What was returned
 * on the gateway's own pages refunds the orders of its payment once all of it has gone; a part of it waits for
 * staff. A refund that is told before its payment is remembered until then.
 */
export async function recordRefund(
  dependencies: Dependencies,
  trx: Connection,
  gateway: Pick<Gateway, 'name'>,
  reported: GatewayRefund,
): Promise<void> {
  await lockCapture(trx, gateway.name, reported.paymentId)
  if (await recordOwnRefund(trx, reported)) return
  const known = await paymentWithCapture(trx, gateway.name, reported.paymentId)
  if (known) await lockSales(trx, known.memberId, await ordersPaidWith(trx, known.id))
  const { refundId: gatewayRefundId, paymentId: gatewayPaymentId, amountPaise, status } = reported
  const isNew = await saveGatewayRefund(trx, {
    gateway: gateway.name,
    gatewayRefundId,
    gatewayPaymentId,
    amountPaise,
    status,
  })
  if (!isNew) return
  logAlert('Money was returned on the pages of the gateway', { payment: known?.id, refund: reported })
  if (known) await applyReturned(dependencies, trx, known.id, gatewayPaymentId)
}

/** Draws the consequences of what was returned on the gateway's own pages of one capture of a payment. */
async function applyReturned(
  dependencies: Dependencies,
  trx: Connection,
  paymentId: string,
  gatewayPaymentId: string,
): Promise<void> {
  const payment = await lockPayment(trx, paymentId)
  const capture = { ...payment, gatewayPaymentId }
  await coverGatewayRefunds(trx, capture)
  const money = await moneyOfCapture(trx, capture)
  if (money.undecidedPaise <= 0) return
  const isAll = payment.gatewayPaymentId === gatewayPaymentId && isAllBack(payment, money)
  if (payment.status === 'held') {
    if (!isAll) return
    await releaseHeld(trx, payment)
    return closeReturned(dependencies, trx, payment, money)
  }
  if (isAll) await refundReturned(dependencies, trx, payment)
  else await markHeld(trx, paymentId)
}

/** Refunds all delivered orders of a payment whose money was returned on the gateway's own pages. */
async function refundReturned(
  dependencies: Dependencies,
  trx: Connection,
  payment: PaymentRow,
): Promise<void> {
  const owned = (await ordersPaidWith(trx, payment.id)).filter(isPaidFor)
  await refundOrders(dependencies, trx, payment, owned, {
    cause: 'returned_at_gateway',
    decidedBy: null,
    note: 'The money was returned on the pages of the payment service.',
    forPaise: Infinity,
  })
  const { undecidedPaise } = await moneyOfCapture(trx, payment)
  if (undecidedPaise <= 0) return
  // What came above the price went back with it; anything else is more than was paid.
  if (undecidedPaise <= (payment.receivedPaise ?? 0) - payment.amountPaise)
    await bear(trx, payment, undecidedPaise)
  else await markHeld(trx, payment.id)
}

/**
 * Asks a gateway which refunds of a payment it made, when it says that more went back than we know of, and records
 * them. Returns whether we know of all that it says.
 */
export async function learnRefunds(
  dependencies: Dependencies,
  { paymentId, status, amountPaise, refundedPaise = 0 }: GatewayPayment,
): Promise<boolean> {
  const { db, gateway } = dependencies
  const saidPaise = status === 'refunded' ? amountPaise : refundedPaise
  const isKnown = async () => saidPaise <= (await knownReturned(db, gateway.name, paymentId))
  if (saidPaise === 0 || (await isKnown())) return true
  for (const refund of await gateway.refundsOf(paymentId))
    await db.transaction().execute((trx) => recordRefund(dependencies, trx, gateway, refund))
  return isKnown()
}
