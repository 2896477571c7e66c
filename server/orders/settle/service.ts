import type { Connection } from '../../database/connection.ts'
import { settledPayments } from '../../metrics/registry.ts'
import type { Parts } from '../../parts.ts'
import type { GatewayEvent, GatewayPayment } from '../../payments/gateway.ts'
import { alarm } from '../alarm.ts'
import { lockBuyer, paymentAt, type PaymentRow } from '../queries.ts'
import { deliver } from './deliver.ts'
import { lockPayment, markFailed, noteEvent } from './queries.ts'

/** What came of telling us about a payment. 'repeated': nothing new. 'waiting': not captured yet. 'mismatch': not what was asked for. */
export type Settled = 'completed' | 'failed' | 'repeated' | 'waiting' | 'mismatch' | 'unknown'

type SettleParts = Pick<Parts, 'db' | 'gateway' | 'config' | 'jobs'>

/**
 * The one place where an order completes, for what a gateway itself said about a payment: told by the browser's
 * callback, the webhook or the reconciliation, in any order, any number of times, all at once.
 */
export const settle = (parts: SettleParts, taken: GatewayPayment): Promise<Settled> =>
  counted(parts.db.transaction().execute((trx) => settleIn(parts, trx, taken)))

/** Settles what a webhook tells. A second copy of a delivery does nothing. */
export const settleEvent = (parts: SettleParts, { eventId, payment }: GatewayEvent): Promise<Settled> =>
  counted(
    parts.db.transaction().execute(async (trx) => {
      if (!(await noteEvent(trx, eventId))) return 'repeated'
      return payment ? settleIn(parts, trx, payment) : 'unknown'
    }),
  )

async function counted(settling: Promise<Settled>): Promise<Settled> {
  const outcome = await settling
  settledPayments.inc({ outcome })
  return outcome
}

async function settleIn(parts: SettleParts, trx: Connection, taken: GatewayPayment): Promise<Settled> {
  const found = await paymentAt(trx, parts.gateway.name, taken.gatewayOrderId)
  if (!found) return 'unknown'
  await lockBuyer(trx, found.memberId)
  const payment = await lockPayment(trx, found.id)
  if (taken.status === 'captured') return capture(parts, trx, payment, taken)
  if (taken.status !== 'failed') return 'waiting'
  // One failed attempt says nothing about an order that another attempt has paid.
  if (payment.status !== 'created') return 'repeated'
  await markFailed(trx, payment.id)
  return 'failed'
}

async function capture(
  parts: SettleParts,
  trx: Connection,
  payment: PaymentRow,
  taken: GatewayPayment,
): Promise<Settled> {
  if (!isWhatWasAsked(payment, taken)) {
    alarm('A captured payment is not what was asked for; nothing was delivered', { asked: payment, taken })
    return 'mismatch'
  }
  if (payment.status === 'captured') {
    if (payment.gatewayPaymentId !== taken.paymentId) {
      alarm('An order was paid twice; the second payment is to be returned', { paid: payment, taken })
    }
    return 'repeated'
  }
  await deliver(parts, trx, payment, taken.paymentId)
  return 'completed'
}

const isWhatWasAsked = (asked: PaymentRow, taken: GatewayPayment): boolean =>
  taken.gatewayOrderId === asked.gatewayOrderId &&
  taken.amountPaise === asked.amountPaise &&
  taken.currency === 'INR'
