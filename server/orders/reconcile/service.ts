import { alarm } from '../../alarm.ts'
import type { Parts } from '../../parts.ts'
import { cancelPayments, lockBuyer, type PaymentRow } from '../queries.ts'
import { settle } from '../settle/service.ts'
import { forgetEvents, noteAsked, overduePayments, paymentsToAsk } from './queries.ts'

type ReconcileParts = Pick<Parts, 'db' | 'gateway' | 'config' | 'jobs' | 'secret'>

/** How many payments one run looks at; the next run takes the others. */
const batchSize = 200
/** A gateway that fails this often in a row is left alone until the next run. */
const maxFailures = 5

/**
 * Finds payments whose events were lost: asks the gateway about every payment not captured that is older than
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
  await forgetEvents(parts.db)
}

/** Asks the gateway what was paid for one payment and settles what it captured. */
export async function settlePaid(parts: ReconcileParts, { gateway, gatewayOrderId }: PaymentRow) {
  if (!gatewayOrderId || gateway !== parts.gateway.name) return
  const gatewayPayments = await parts.gateway.paymentsOf(gatewayOrderId)
  for (const payment of gatewayPayments) if (payment.status === 'captured') await settle(parts, payment)
}

/** Settles payment after payment; answers those that the gateway gave an answer about. */
async function askAbout(parts: ReconcileParts, payments: PaymentRow[]): Promise<PaymentRow[]> {
  const answered: PaymentRow[] = []
  let failures = 0
  for (const payment of payments) {
    if (failures === maxFailures) break
    await noteAsked(parts.db, payment.id)
    try {
      await settlePaid(parts, payment)
      answered.push(payment)
      failures = 0
    } catch (error) {
      failures += 1
      alarm('A payment could not be reconciled', { payment: payment.id, reason: (error as Error).message })
    }
  }
  return answered
}
