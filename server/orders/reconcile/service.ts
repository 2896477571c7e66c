import { alarm } from '../../alarm.ts'
import type { Connection } from '../../database/connection.ts'
import { reconciledVolume, unreconciledSeconds } from '../../metrics/registry.ts'
import type { Parts } from '../../parts.ts'
import { cancelPayments, lockBuyer, type PaymentRow } from '../queries.ts'
import { settle } from '../settle/service.ts'
import {
  forgetEvents,
  noteAsked,
  noteReconciled,
  overduePayments,
  paymentsToAsk,
  paymentsToConfirm,
  reconciledOf,
} from './queries.ts'

type ReconcileParts = Pick<Parts, 'db' | 'gateway' | 'config' | 'jobs' | 'secret'>

/** How many payments one run looks at; the next run takes the others. */
const batchSize = 200
/** A gateway that fails this often in a row is left alone until the next run. */
const maxFailures = 5

/**
 * Finds payments whose events were lost, and has the gateway confirm those that were not: asks the gateway about every payment not captured that is older than
 * a minute, and cancels those for which nothing was captured in three days. Safe to run twice at once.
 */
export async function reconcilePayments(parts: ReconcileParts) {
  await askAbout(parts, await paymentsToAsk(parts.db, parts.gateway.name, batchSize))
  const answered = await askAbout(parts, await overduePayments(parts.db, batchSize))
  // What could not be asked about is not given up.
  for (const { id, memberId } of answered) {
    await parts.db.transaction().execute(async (trx) => {
      await lockBuyer(trx, memberId)
      await cancelPayments(trx, [id], 'gateway')
    })
  }
  await confirmCaptured(parts)
  const { share, oldestSeconds } = await reconciledShare(parts.db)
  if (share !== null) reconciledVolume.set(share)
  unreconciledSeconds.set(oldestSeconds ?? 0)
  await forgetEvents(parts.db)
}

/** Asks the gateway what was paid for one payment and settles what it captured. */
export async function settlePaid(parts: ReconcileParts, { gateway, gatewayOrderId }: PaymentRow) {
  if (!gatewayOrderId || gateway !== parts.gateway.name) return
  const gatewayPayments = await parts.gateway.paymentsOf(gatewayOrderId)
  for (const payment of gatewayPayments) if (payment.status === 'captured') await settle(parts, payment)
}

/**
 * How much of what was captured in so many days the gateway itself has named as captured, asked by us: `share` of 0 to 1,
 * null when nothing was paid. Seconds from capture to that, in the middle and at most, and the age of the oldest that waits.
 */
export async function reconciledShare(connection: Connection, days = 30) {
  const figures = await reconciledOf(connection, days)
  const { paidPaise, reconciledPaise } = figures
  return { ...figures, share: paidPaise === 0 ? null : reconciledPaise / paidPaise }
}

/**
 * What we hold for captured is held against the gateway's own list: the very payment, with its amount. One that the gateway
 * does not know of is an alarm, and stays unreconciled.
 */
async function confirmCaptured(parts: ReconcileParts) {
  const payments = await paymentsToConfirm(parts.db, parts.gateway.name, batchSize)
  await askEach(parts, payments, async (payment) => {
    const listed = await parts.gateway.paymentsOf(payment.gatewayOrderId!)
    // A second capture whose event was lost is found here too, and returned.
    for (const found of listed) if (found.status === 'captured') await settle(parts, found)
    const own = listed.find(({ paymentId }) => paymentId === payment.gatewayPaymentId)
    const isCaptured = own?.status === 'captured' || own?.status === 'refunded'
    if (isCaptured && own.amountPaise === payment.amountPaise) return noteReconciled(parts.db, payment.id)
    alarm('The gateway does not confirm a payment that was delivered for', { payment: payment.id, own })
  })
}

/** Settles payment after payment; answers those that the gateway gave an answer about. */
const askAbout = (parts: ReconcileParts, payments: PaymentRow[]): Promise<PaymentRow[]> =>
  askEach(parts, payments, (payment) => settlePaid(parts, payment))

/** Does some work at the gateway for payment after payment; answers those for which it did not fail. */
async function askEach(
  { db }: ReconcileParts,
  payments: PaymentRow[],
  work: (payment: PaymentRow) => Promise<void>,
): Promise<PaymentRow[]> {
  const answered: PaymentRow[] = []
  let failures = 0
  for (const payment of payments) {
    if (failures === maxFailures) break
    await noteAsked(db, payment.id)
    try {
      await work(payment)
      answered.push(payment)
      failures = 0
    } catch (error) {
      failures += 1
      alarm('A payment could not be reconciled', { payment: payment.id, reason: (error as Error).message })
    }
  }
  return answered
}
