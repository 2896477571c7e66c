import type { Dependencies } from '../../dependencies.ts'
import { postHold } from '../../money/ledger/service.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { logAlert, settledPayments } from '../../platform/metrics.ts'
import type {
  Gateway,
  GatewayDispute,
  GatewayEvent,
  GatewayOrder,
  GatewayPayment,
} from '../../platform/payments/gateway.ts'
import { gatewayOfPayment } from '../../platform/payments/reachable.ts'
import { lockBuyer } from '../lookup-queries.ts'
import { lockCapture } from '../payment-queries.ts'
import {
  isOnItsWay,
  lockPayment,
  markAuthorized,
  markFailed,
  paymentByGatewayOrder,
  type PaymentRow,
  saveCapture,
  saveHold,
} from '../payment-queries.ts'
import { isAllBack, moneyOfCapture } from '../returns/capture-queries.ts'
import { coverGatewayRefunds } from '../returns/capture.ts'
import { learnRefunds, recordRefund } from '../returns/gateway-refunds.ts'
import { mailHeld } from '../returns/payment-emails.ts'
import { releaseHeld, returnDuplicate } from '../returns/undelivered.ts'
import { deliver } from './deliver.ts'
import { recordEvent } from './queries.ts'

/**
 * The result of a payment's event. 'repeated': nothing new. 'waiting': not captured yet. 'held': captured, but not as
 * it was asked for, so that staff decide.
 */
type Settled = 'completed' | 'failed' | 'repeated' | 'waiting' | 'held' | 'unknown'

/** Asks the gateway of a payment what was paid for it, and settles what was captured or is on its way. */
export async function settlePaid(dependencies: Dependencies, asked: PaymentRow): Promise<void> {
  const gateway = gatewayOfPayment(dependencies, asked)
  if (!asked.gatewayOrderId || !gateway) return
  for (const payment of await gateway.paymentsOf(asked.gatewayOrderId))
    if (isPaid(payment) || payment.status === 'authorized')
      await settle({ ...dependencies, gateway }, payment)
}

/**
 * Settles a gateway's own report about a payment; paid orders complete nowhere else. Reports come through the browser's
 * callback, the webhook or the reconciliation, in any order, any number of times, also simultaneously. Throws when the
 * gateway does not answer a question that has to be asked first.
 */
export async function settle(dependencies: Dependencies, gatewayPayment: GatewayPayment): Promise<Settled> {
  const known = await learn(dependencies, gatewayPayment)
  return counted(
    dependencies.db.transaction().execute((trx) => settleIn(dependencies, trx, gatewayPayment, known)),
  )
}

/** Records a gateway's report of a dispute, in the transaction that records the event. */
export type RecordDispute = (trx: Connection, gateway: Gateway, dispute: GatewayDispute) => Promise<void>

/** Settles a webhook's event, or records its report of a refund or a dispute. A repeated delivery does nothing. */
export async function settleEvent(
  dependencies: Dependencies,
  { eventId, payment, refund, dispute }: GatewayEvent,
  noteDispute?: RecordDispute,
): Promise<Settled> {
  const known = payment && (await learn(dependencies, payment))
  return counted(
    dependencies.db.transaction().execute(async (trx) => {
      if (!(await recordEvent(trx, eventId))) return 'repeated'
      if (refund) await recordRefund(dependencies, trx, dependencies.gateway, refund)
      if (dispute) await noteDispute?.(trx, dependencies.gateway, dispute)
      return payment ? settleIn(dependencies, trx, payment, known) : 'unknown'
    }),
  )
}

async function counted(settling: Promise<Settled>): Promise<Settled> {
  const outcome = await settling
  settledPayments.inc({ outcome })
  return outcome
}

/** Returns whether a gateway took the money of a payment, even if it went back since. */
export const isPaid = ({ status }: GatewayPayment): boolean => status === 'captured' || status === 'refunded'

/** A gateway's order, and whether it counts as paid in full by one payment alone. */
type OddOrder = GatewayOrder & { isPaidInFull: boolean }

/** A payment of ours before it is locked, and its order at the gateway when that has to be asked. */
interface Known {
  payment: PaymentRow
  order: OddOrder | undefined
}

/**
 * Finds the payment that a gateway reports about, and learns what it returned of it by itself, and how its order stands
 * when another amount was captured than was asked for. Undefined when the payment is not ours. Throws when all of a
 * payment went back that nothing was delivered for, and the gateway does not list that.
 */
async function learn(dependencies: Dependencies, reported: GatewayPayment): Promise<Known | undefined> {
  const { db, gateway } = dependencies
  const payment = await paymentByGatewayOrder(db, gateway.name, reported.gatewayOrderId)
  if (!payment) return undefined
  if (!isPaid(reported)) return { payment, order: undefined }
  const isLearnt = await learnRefunds(dependencies, reported)
  if (payment.status === 'captured' && payment.gatewayPaymentId === reported.paymentId)
    return { payment, order: undefined }
  if (reported.status === 'refunded' && !isLearnt)
    throw new Error('The gateway says that all of a payment went back, and does not list that')
  return {
    payment,
    order: isAsAsked(payment, reported) ? undefined : await orderOf(gateway, payment, reported),
  }
}

/** Asks the gateway how the order of a payment stands. Undefined when it does not say. */
async function orderOf(
  gateway: Gateway,
  { id, amountPaise }: PaymentRow,
  { gatewayOrderId, paymentId }: GatewayPayment,
): Promise<OddOrder | undefined> {
  try {
    const order = await gateway.orderOf(gatewayOrderId)
    const payments = (await gateway.paymentsOf(gatewayOrderId)).filter(isPaid)
    const isAlone = payments.every((payment) => payment.paymentId === paymentId)
    const isOurs = order.amountPaise === amountPaise
    return { ...order, isPaidInFull: isOurs && isAlone && order.duePaise === 0 }
  } catch (error) {
    logAlert('The gateway does not say how its order stands', {
      payment: id,
      reason: (error as Error).message,
    })
    return undefined
  }
}

const isAsAsked = (payment: PaymentRow, { amountPaise, currency }: GatewayPayment): boolean =>
  amountPaise === payment.amountPaise && currency === 'INR'

async function settleIn(
  dependencies: Dependencies,
  trx: Connection,
  reported: GatewayPayment,
  known: Known | undefined,
): Promise<Settled> {
  if (!known) return 'unknown'
  // A refund of this capture that is told at the same time finds it, or is found.
  await lockCapture(trx, dependencies.gateway.name, reported.paymentId)
  await lockBuyer(trx, known.payment.memberId)
  const payment = await lockPayment(trx, known.payment.id)
  if (isPaid(reported)) return capture(dependencies, trx, payment, reported, known.order)
  if (reported.status === 'authorized') await markAuthorized(trx, payment.id, reported.paymentId)
  if (reported.status !== 'failed') return 'waiting'
  // A failed attempt does not matter when another attempt has paid, or is about to.
  if (payment.status !== 'created') return 'repeated'
  if (isOnItsWay(payment) && payment.authorizedPaymentId !== reported.paymentId) return 'repeated'
  await markFailed(trx, payment.id)
  return 'failed'
}

async function capture(
  dependencies: Dependencies,
  trx: Connection,
  payment: PaymentRow,
  reported: GatewayPayment,
  order: OddOrder | undefined,
): Promise<Settled> {
  const isSame = payment.gatewayPaymentId === reported.paymentId
  const isHeld = payment.status === 'held'
  if (payment.status === 'captured' && isSame) return 'repeated'
  const receivedPaise = receivedBy(payment, reported, order)
  const capturePaise = receivedPaise ?? payment.amountPaise
  if (payment.status === 'captured' || (isHeld && !isSame && receivedPaise !== null)) {
    const second = { gatewayPaymentId: reported.paymentId, amountPaise: capturePaise }
    await returnDuplicate(dependencies, trx, payment, second)
    return 'repeated'
  }
  // Another attempt has paid what was asked for, so the one that waits for staff goes back.
  if (isHeld && !isSame) {
    await releaseHeld(trx, payment)
    await returnDuplicate(dependencies, trx, payment, {
      gatewayPaymentId: payment.gatewayPaymentId!,
      amountPaise: payment.receivedPaise ?? payment.amountPaise,
    })
  }
  const now = isSame ? payment : { ...payment, gatewayPaymentId: reported.paymentId, receivedPaise }
  if (!isSame) await saveCapture(trx, payment.id, { gatewayPaymentId: reported.paymentId, receivedPaise })
  await coverGatewayRefunds(trx, now)
  const money = await moneyOfCapture(trx, now)
  const isWhole = receivedPaise === null || order?.isPaidInFull === true
  if (isAllBack(payment, money) || (isWhole && money.undecidedPaise === 0)) {
    if (isHeld && isSame) await releaseHeld(trx, payment)
    await deliver(dependencies, trx, now, money)
    return 'completed'
  }
  await saveHold(trx, payment.id, order)
  if (isHeld && isSame) return 'repeated'
  await postHold(trx, { paymentId: payment.id, gateway: payment.gateway, amountPaise: capturePaise })
  logAlert('A captured payment is not what was asked for; staff have to decide', { payment, reported, order })
  await mailHeld(dependencies, trx, payment)
  return 'held'
}

/**
 * The captured amount in paise when it is not the one that was asked for. In another currency the gateway's order tells
 * it in ours.
 */
function receivedBy(
  payment: PaymentRow,
  reported: GatewayPayment,
  order: OddOrder | undefined,
): number | null {
  if (isAsAsked(payment, reported)) return null
  if (reported.currency === 'INR') return reported.amountPaise
  return order?.paidPaise || payment.amountPaise
}
