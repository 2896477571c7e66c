import type { Dependencies } from '../../dependencies.ts'
import { postHold, postRelease } from '../../money/ledger/service.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { logAlert, settledPayments } from '../../platform/metrics.ts'
import type {
  Gateway,
  GatewayDispute,
  GatewayEvent,
  GatewayOrder,
  GatewayPayment,
} from '../../platform/payments/gateway.ts'
import { learnRefunds, recordAnyRefund } from '../gateway-refunds/service.ts'
import { lockBuyer, lockCapture } from '../lookup-queries.ts'
import { paymentByGatewayOrder, type PaymentRow } from '../queries.ts'
import { isAllBack, moneyOfCapture } from '../refunds/capture-queries.ts'
import { applyGatewayRefunds } from '../refunds/capture.ts'
import { returnDuplicate } from '../refunds/refund.ts'
import { deliver, deliverReleased } from './deliver.ts'
import { mailHeld, mailPaidTwice } from './emails.ts'
import { lockPayment, markFailed, recordEvent, saveCapture, saveHold } from './queries.ts'

/**
 * The result of a payment's event. 'repeated': nothing new. 'waiting': not captured yet. 'held': captured, but not as
 * it was asked for, so that staff decide.
 */
type Settled = 'completed' | 'failed' | 'repeated' | 'waiting' | 'held' | 'unknown'

/**
 * Settles a gateway's own report about a payment; paid orders complete nowhere else. Reports come through the browser's
 * callback, the webhook or the reconciliation, in any order, any number of times, also simultaneously. Throws when the
 * gateway does not answer a question that has to be asked first.
 */
export async function settle(dependencies: Dependencies, gatewayPayment: GatewayPayment): Promise<Settled> {
  const order = await orderOfOdd(dependencies, gatewayPayment)
  return counted(
    dependencies.db.transaction().execute((trx) => settleIn(dependencies, trx, gatewayPayment, order)),
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
  const order = payment && (await orderOfOdd(dependencies, payment))
  return counted(
    dependencies.db.transaction().execute(async (trx) => {
      if (!(await recordEvent(trx, eventId))) return 'repeated'
      if (refund) await recordAnyRefund(dependencies, trx, dependencies.gateway, refund)
      if (dispute) await noteDispute?.(trx, dependencies.gateway, dispute)
      return payment ? settleIn(dependencies, trx, payment, order) : 'unknown'
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

/**
 * Learns what a gateway returned of a payment by itself, and asks it about its order when another amount was captured
 * than was asked for. Undefined when the order need not be asked about, or the gateway does not say how it stands.
 * Throws when all of a payment went back that nothing was delivered for, and the gateway does not list that.
 */
async function orderOfOdd(
  dependencies: Dependencies,
  reported: GatewayPayment,
): Promise<OddOrder | undefined> {
  const { db, gateway } = dependencies
  if (!isPaid(reported)) return undefined
  const known = await paymentByGatewayOrder(db, gateway.name, reported.gatewayOrderId)
  if (!known) return undefined
  const isLearnt = await learnRefunds(dependencies, reported)
  if (known.status === 'captured' && known.gatewayPaymentId === reported.paymentId) return undefined
  if (reported.status === 'refunded' && !isLearnt)
    throw new Error('The gateway says that all of a payment went back, and does not list that')
  if (isAsAsked(known, reported)) return undefined
  try {
    const order = await gateway.orderOf(reported.gatewayOrderId)
    const payments = (await gateway.paymentsOf(reported.gatewayOrderId)).filter(isPaid)
    const isAlone = payments.every(({ paymentId }) => paymentId === reported.paymentId)
    const isOurs = order.amountPaise === known.amountPaise
    return { ...order, isPaidInFull: isOurs && isAlone && order.duePaise === 0 }
  } catch (error) {
    logAlert('The gateway does not say how its order stands', {
      payment: known.id,
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
  order: OddOrder | undefined,
): Promise<Settled> {
  const known = await paymentByGatewayOrder(trx, dependencies.gateway.name, reported.gatewayOrderId)
  if (!known) return 'unknown'
  // A refund of this capture that is told at the same time finds it, or is found.
  await lockCapture(trx, dependencies.gateway.name, reported.paymentId)
  await lockBuyer(trx, known.memberId)
  const payment = await lockPayment(trx, known.id)
  if (isPaid(reported)) return capture(dependencies, trx, payment, reported, order)
  if (reported.status !== 'failed') return 'waiting'
  // A failed attempt does not matter when another attempt has paid.
  if (payment.status !== 'created') return 'repeated'
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
    await returnSecond(dependencies, trx, payment, second)
    return 'repeated'
  }
  if (isHeld && !isSame) await returnFirst(dependencies, trx, payment)
  const now = isSame ? payment : { ...payment, gatewayPaymentId: reported.paymentId, receivedPaise }
  if (!isSame) await saveCapture(trx, payment.id, { gatewayPaymentId: reported.paymentId, receivedPaise })
  await applyGatewayRefunds(trx, now)
  const money = await moneyOfCapture(trx, now)
  const isWhole = receivedPaise === null || order?.isPaidInFull === true
  if (isAllBack(payment, money) || (isWhole && money.undecidedPaise === 0)) {
    if (isHeld && isSame) await deliverReleased(dependencies, trx, now)
    else await deliver(dependencies, trx, now, reported.paymentId)
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

interface Second {
  gatewayPaymentId: string
  amountPaise: number
}

/** Returns a capture of a payment that has another one, once. */
async function returnSecond(
  dependencies: Dependencies,
  trx: Connection,
  payment: PaymentRow,
  second: Second,
) {
  if (!(await returnDuplicate(dependencies, trx, payment, second))) return
  logAlert('An order was paid twice; the second payment is returned', { payment, second })
  await mailPaidTwice(dependencies, trx, payment, second.amountPaise)
}

/** Returns the capture of a held payment, because another attempt has paid what was asked for. */
async function returnFirst(dependencies: Dependencies, trx: Connection, payment: PaymentRow) {
  const { id: paymentId, gateway } = payment
  const amountPaise = payment.receivedPaise ?? payment.amountPaise
  await postRelease(trx, { paymentId, gateway, amountPaise })
  await returnSecond(dependencies, trx, payment, { gatewayPaymentId: payment.gatewayPaymentId!, amountPaise })
}
