import type { Parts } from '../../parts.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { alarm, reconciledVolume, unreconciledSeconds } from '../../platform/metrics.ts'
import { type Followed, followedBy, gatewayThatTook } from '../../platform/payments/followed.ts'
import { lockBuyer } from '../lookup-queries.ts'
import { cancelPayments, type PaymentRow } from '../queries.ts'
import {
  forgetEvents,
  neverAsked,
  noteAsked,
  noteReconciled,
  overduePayments,
  paymentsToAsk,
  paymentsToConfirm,
  reconciledOf,
} from './queries.ts'
import { settle } from './service.ts'

type ReconcileParts = Pick<Parts, 'db' | 'gateway' | 'formerGateways' | 'config' | 'jobs' | 'secret'>

/** How many payments one run looks at; the next run takes the others. */
const batchSize = 200
/** A gateway that fails this often in a row is left alone until the next run. */
const maxFailures = 5

/**
 * Finds payments whose events were lost, and has the gateways confirm those that were not: asks the gateway that took it about
 * every payment not captured that is older than a minute, and cancels those for which nothing was captured in three days. One
 * gateway that fails keeps no other one waiting. Safe to run twice at once.
 */
export async function reconcilePayments(parts: ReconcileParts) {
  for (const followed of followedBy(parts)) {
    await askAbout(parts, await paymentsToAsk(parts.db, followed, batchSize))
    // What could not be asked about is not given up.
    await cancelAll(parts, await askAbout(parts, await overduePayments(parts.db, followed, batchSize)))
    await confirmCaptured(parts, followed)
  }
  await cancelAll(parts, await neverAsked(parts.db, followedBy(parts), batchSize))
  const { share, oldestSeconds } = await reconciledShare(parts.db)
  if (share !== null) reconciledVolume.set(share)
  unreconciledSeconds.set(oldestSeconds ?? 0)
  await forgetEvents(parts.db)
}

async function cancelAll({ db }: ReconcileParts, payments: PaymentRow[]) {
  for (const { id, memberId } of payments) {
    await db.transaction().execute(async (trx) => {
      await lockBuyer(trx, memberId)
      await cancelPayments(trx, [id], 'gateway')
    })
  }
}

/** Asks the gateway that took one payment what was paid for it, and settles what was captured. */
export async function settlePaid(parts: ReconcileParts, asked: PaymentRow) {
  const gateway = gatewayThatTook(parts, asked)
  if (!asked.gatewayOrderId || !gateway) return
  for (const payment of await gateway.paymentsOf(asked.gatewayOrderId))
    if (payment.status === 'captured') await settle({ ...parts, gateway }, payment)
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
async function confirmCaptured(parts: ReconcileParts, followed: Followed) {
  const { gateway } = followed
  await askEach(parts, await paymentsToConfirm(parts.db, followed, batchSize), async (payment) => {
    const listed = await gateway.paymentsOf(payment.gatewayOrderId!)
    // A second capture whose event was lost is found here too, and returned.
    for (const found of listed) if (found.status === 'captured') await settle({ ...parts, gateway }, found)
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
