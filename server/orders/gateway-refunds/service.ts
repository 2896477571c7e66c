import type { Dependencies } from '../../dependencies.ts'
import { postDifference } from '../../money/ledger/service.ts'
import type { Connection } from '../../platform/database/connection.ts'
import type { MailParts } from '../../platform/mail/send.ts'
import { logAlert } from '../../platform/metrics.ts'
import type { Gateway, GatewayPayment, GatewayRefund } from '../../platform/payments/gateway.ts'
import { lockCapture, paymentWithCapture } from '../lookup-queries.ts'
import { isOwning } from '../order.ts'
import { ordersPaidWith, type PaymentRow } from '../queries.ts'
import { mailDecision } from '../refund-requests/emails.ts'
import { refundOrder } from '../refund-requests/refund-order.ts'
import { knownReturned, moneyOfCapture, saveGatewayRefund } from '../refunds/queries.ts'
import { applyGatewayRefunds, coverRefunds, lockSales } from '../refunds/refund.ts'
import { recordRefund } from '../refunds/return-money.ts'
import { deliverReleased } from '../settle/deliver.ts'
import { lockPayment, markGivenUp, markHeld } from '../settle/queries.ts'

type RefundParts = MailParts & Pick<Dependencies, 'jobs'>

/**
 * Records a gateway's report about a refund, whoever made it, in any order and any number of times. What was returned on the
 * gateway's own pages takes the orders of its payment back once all of it has gone; a part of it waits for staff. A refund
 * that is told before its payment is remembered until then.
 */
export async function recordAnyRefund(
  parts: RefundParts,
  trx: Connection,
  gateway: Pick<Gateway, 'name'>,
  reported: GatewayRefund,
): Promise<void> {
  await lockCapture(trx, gateway.name, reported.paymentId)
  if (await recordRefund(trx, reported)) return
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
  if (known) await settleReturned(parts, trx, known.id, gatewayPaymentId)
}

/** Draws the consequences of what was returned on the gateway's own pages of one capture of a payment. */
async function settleReturned(
  parts: RefundParts,
  trx: Connection,
  paymentId: string,
  gatewayPaymentId: string,
): Promise<void> {
  const payment = await lockPayment(trx, paymentId)
  const capture = { ...payment, gatewayPaymentId }
  await applyGatewayRefunds(trx, capture)
  const money = await moneyOfCapture(trx, paymentId, gatewayPaymentId)
  if (money.undecidedPaise <= 0) return
  const isFirst = payment.gatewayPaymentId === gatewayPaymentId
  const wanted = Math.min(money.receivedPaise, payment.amountPaise) - money.givenUpPaise
  const isAll = isFirst && money.undecidedPaise + money.refundedPaise >= wanted
  if (payment.status === 'held') {
    if (isAll) await deliverReleased(parts, trx, payment)
  } else if (isAll) await takeBack(parts, trx, payment)
  else await markHeld(trx, paymentId)
}

/** The note that buyer, owner and staff read beside an order that was taken back because its money was returned. */
const note = 'The money was returned on the pages of the payment service.'

/** Takes all delivered orders of a payment back whose money was returned on the gateway's own pages. */
async function takeBack(parts: RefundParts, trx: Connection, payment: PaymentRow): Promise<void> {
  for (const order of await ordersPaidWith(trx, payment.id)) {
    if (!isOwning(order) || order.amountPaise === 0) continue
    const cause = 'returned_at_gateway'
    await refundOrder(parts, trx, order.id, { cause, decidedBy: null, note })
    await mailDecision(parts, trx, order, { isApproved: true, note, by: 'gateway' })
  }
  await coverRefunds(trx, payment, { isFor: true })
  const { undecidedPaise } = await moneyOfCapture(trx, payment.id, payment.gatewayPaymentId!)
  if (undecidedPaise <= 0) return
  // What came above the price went back with it; anything else is more than was paid.
  if (undecidedPaise <= (payment.receivedPaise ?? 0) - payment.amountPaise)
    await giveUpReturned(trx, payment, undecidedPaise)
  else await markHeld(trx, payment.id)
}

/** Posts what was returned on the gateway's own pages as borne by us: no order is taken back for it, in paise. */
export async function giveUpReturned(
  trx: Connection,
  { id: paymentId, gateway }: PaymentRow,
  givenUpPaise: number,
): Promise<void> {
  await postDifference(trx, { paymentId, gateway, amountPaise: 0, givenUpPaise })
  await markGivenUp(trx, paymentId, givenUpPaise)
}

/** Asks a gateway which refunds of a payment it made, when it says that more went back than we know of, and records them. */
export async function learnRefunds(
  parts: RefundParts & Pick<Dependencies, 'db' | 'gateway'>,
  { paymentId, refundedPaise = 0 }: GatewayPayment,
): Promise<void> {
  const { db, gateway } = parts
  if (refundedPaise === 0 || refundedPaise <= (await knownReturned(db, gateway.name, paymentId))) return
  for (const refund of await gateway.refundsOf(paymentId))
    await db.transaction().execute((trx) => recordAnyRefund(parts, trx, gateway, refund))
}
