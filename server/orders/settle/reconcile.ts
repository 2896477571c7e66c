import type { Dependencies } from '../../dependencies.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { logAlert, reconciledVolume, unreconciledSeconds } from '../../platform/metrics.ts'
import { type ReachableGateway, reachableGateways } from '../../platform/payments/reachable.ts'
import { lockBuyer } from '../lookup-queries.ts'
import { cancelPayments, type PaymentRow } from '../payment-queries.ts'
import { deleteStrangeRefunds } from '../returns/queries.ts'
import {
  deleteOldEvents,
  deleteOldKeys,
  abandonedPayments,
  recordAsked,
  recordReconciled,
  overduePayments,
  paymentsToCheck,
  paymentsToConfirm,
  reconciledOf,
} from './queries.ts'
import { isPaid, settle, settlePaid } from './service.ts'
/** The number of payments that one run handles; the next run handles the others. */
const batchSize = 200
/** The number of failures in a row after which a gateway is not asked again until the next run. */
const maxFailures = 5

/**
 * Finds payments whose events were lost, and has the gateways confirm the captured ones: asks each payment's gateway
 * about it when it is not captured and older than a minute, and cancels payments for which nothing was captured in
 * three days. A gateway that fails does not stop the others. May run twice at once.
 */
export async function reconcilePayments(dependencies: Dependencies) {
  for (const followed of reachableGateways(dependencies)) {
    await askAbout(dependencies, await paymentsToCheck(dependencies.db, followed, batchSize))
    // Only payments about which the gateway answered are cancelled.
    await cancelAll(
      dependencies,
      await askAbout(dependencies, await overduePayments(dependencies.db, followed, batchSize)),
    )
    await confirmCaptured(dependencies, followed)
  }
  await cancelAll(
    dependencies,
    await abandonedPayments(dependencies.db, reachableGateways(dependencies), batchSize),
  )
  const { share, oldestSeconds } = await reconciledShare(dependencies.db)
  if (share !== null) reconciledVolume.set(share)
  unreconciledSeconds.set(oldestSeconds ?? 0)
  await deleteOldEvents(dependencies.db)
  await deleteStrangeRefunds(dependencies.db)
  await deleteOldKeys(dependencies.db)
}

async function cancelAll({ db }: Dependencies, payments: PaymentRow[]) {
  for (const { id, memberId } of payments) {
    await db.transaction().execute(async (trx) => {
      await lockBuyer(trx, memberId)
      await cancelPayments(trx, [id], 'gateway')
    })
  }
}

/**
 * The part of the captured money of the last `days` days that the gateways have confirmed when asked: `share` from 0 to
 * 1, null when nothing was paid. Also the median and the maximum of the seconds from capture to confirmation, and the
 * age in seconds of the oldest unconfirmed payment.
 */
export async function reconciledShare(connection: Connection, days = 30) {
  const figures = await reconciledOf(connection, days)
  const { paidPaise, reconciledPaise } = figures
  return { ...figures, share: paidPaise === 0 ? null : reconciledPaise / paidPaise }
}

/**
 * Compares captured payments with the gateway's own list: it must contain the same payment with the same amount. A
 * payment that it does not contain is logged as an alert and stays unreconciled.
 */
async function confirmCaptured(dependencies: Dependencies, followed: ReachableGateway) {
  const { gateway } = followed
  await askEach(
    dependencies,
    await paymentsToConfirm(dependencies.db, followed, batchSize),
    async (payment) => {
      const listed = await gateway.paymentsOf(payment.gatewayOrderId!)
      // This also finds a duplicate capture whose event was lost, so that it is returned.
      for (const one of listed) if (isPaid(one)) await settle({ ...dependencies, gateway }, one)
      const own = listed.find(({ paymentId }) => paymentId === payment.gatewayPaymentId)
      const receivedPaise = payment.receivedPaise ?? payment.amountPaise
      if (own && isPaid(own) && (own.amountPaise === receivedPaise || own.currency !== 'INR'))
        return recordReconciled(dependencies.db, payment.id)
      logAlert('The gateway does not confirm a payment that was delivered for', { payment: payment.id, own })
    },
  )
}

/** Settles payments one after another; returns those about which the gateway answered. */
const askAbout = (dependencies: Dependencies, payments: PaymentRow[]): Promise<PaymentRow[]> =>
  askEach(dependencies, payments, (payment) => settlePaid(dependencies, payment))

/** Does some work at the gateway for payments one after another; returns those for which it did not fail. */
async function askEach(
  { db }: Dependencies,
  payments: PaymentRow[],
  work: (payment: PaymentRow) => Promise<void>,
): Promise<PaymentRow[]> {
  const answered: PaymentRow[] = []
  let failures = 0
  for (const payment of payments) {
    if (failures === maxFailures) break
    await recordAsked(db, payment.id)
    try {
      await work(payment)
      answered.push(payment)
      failures = 0
    } catch (error) {
      failures += 1
      logAlert('A payment could not be reconciled', { payment: payment.id, reason: (error as Error).message })
    }
  }
  return answered
}
