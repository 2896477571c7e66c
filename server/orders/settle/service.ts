import { alarm } from '../../alarm.ts'
import type { Connection } from '../../database/connection.ts'
import { settledPayments } from '../../metrics/registry.ts'
import type { Parts } from '../../parts.ts'
import type { Gateway, GatewayDispute, GatewayEvent, GatewayPayment } from '../../payments/gateway.ts'
import { lockBuyer, paymentAt, type PaymentRow } from '../queries.ts'
import { returnDuplicate } from '../refunds/due.ts'
import { noteRefund } from '../refunds/service.ts'
import { deliver } from './deliver.ts'
import { mailPaidTwice } from './emails.ts'
import { lockPayment, markFailed, noteEvent } from './queries.ts'

/** What a payment's event led to. 'repeated': nothing new. 'waiting': not captured yet. 'mismatch': not what was asked for. */
export type Settled = 'completed' | 'failed' | 'repeated' | 'waiting' | 'mismatch' | 'unknown'

/** `gateway`: the one that said it, which need not be the one for new payments. */
type SettleParts = Pick<Parts, 'db' | 'gateway' | 'config' | 'jobs' | 'secret'>

/**
 * The one place where an order completes, for what a gateway itself said about a payment: through the browser's
 * callback, the webhook or the reconciliation, in any order, any number of times, all at once.
 */
export const settle = (parts: SettleParts, gatewayPayment: GatewayPayment): Promise<Settled> =>
  counted(parts.db.transaction().execute((trx) => settleIn(parts, trx, gatewayPayment)))

/** Notes what a gateway said of a dispute, in the transaction that notes the event. */
export type NoteDispute = (trx: Connection, gateway: Gateway, dispute: GatewayDispute) => Promise<void>

/** Settles a webhook's event, or notes what it says of a refund or a dispute. A second copy of a delivery does nothing. */
export const settleEvent = (
  parts: SettleParts,
  { eventId, payment, refund, dispute }: GatewayEvent,
  noteDispute?: NoteDispute,
): Promise<Settled> =>
  counted(
    parts.db.transaction().execute(async (trx) => {
      if (!(await noteEvent(trx, eventId))) return 'repeated'
      if (refund) await noteRefund(trx, refund)
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
  const found = await paymentAt(trx, parts.gateway.name, gatewayPayment.gatewayOrderId)
  if (!found) return 'unknown'
  await lockBuyer(trx, found.memberId)
  const payment = await lockPayment(trx, found.id)
  if (gatewayPayment.status === 'captured') return capture(parts, trx, payment, gatewayPayment)
  if (gatewayPayment.status !== 'failed') return 'waiting'
  // One failed attempt says nothing about an order that another attempt has paid.
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
  if (!isWhatWasAsked(payment, gatewayPayment)) {
    alarm('A captured payment is not what was asked for; nothing was delivered', { payment, gatewayPayment })
    return 'mismatch'
  }
  if (payment.status === 'captured') {
    if (payment.gatewayPaymentId === gatewayPayment.paymentId) return 'repeated'
    if (await returnDuplicate(parts, trx, payment, gatewayPayment.paymentId)) {
      alarm('An order was paid twice; the second payment is returned', { payment, gatewayPayment })
      await mailPaidTwice(parts, trx, payment)
    }
    return 'repeated'
  }
  await deliver(parts, trx, payment, gatewayPayment.paymentId)
  return 'completed'
}

const isWhatWasAsked = (asked: PaymentRow, gatewayPayment: GatewayPayment): boolean =>
  gatewayPayment.gatewayOrderId === asked.gatewayOrderId &&
  gatewayPayment.amountPaise === asked.amountPaise &&
  gatewayPayment.currency === 'INR'
