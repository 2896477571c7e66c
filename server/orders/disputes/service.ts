import { v7 as uuid } from 'uuid'

import type { Dependencies } from '../../dependencies.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { logAlert } from '../../platform/metrics.ts'
import type { GatewayDispute } from '../../platform/payments/gateway.ts'
import { reachableGateways } from '../../platform/payments/reachable.ts'
import { lockCapture } from '../payment-queries.ts'
import { applyDisputesAbout, hasEnded } from './apply.ts'
import {
  disputeOf,
  type DisputeRow,
  disputesByGatewayId,
  insertDispute,
  paymentsInDispute,
  updateDispute,
} from './queries.ts'

/**
 * Records a gateway's report of a dispute in the caller's transaction and applies its consequences for money and
 * orders. Reports may come in any order and any number of times: the end of a dispute is final; before it the newest
 * report counts.
 */
export async function recordDispute(
  dependencies: Dependencies,
  trx: Connection,
  reported: GatewayDispute,
): Promise<void> {
  const gateway = dependencies.gateway.name
  const row = rowOf(reported)
  await lockCapture(trx, gateway, reported.paymentId)
  const isNew = await insertDispute(trx, {
    id: uuid(),
    gateway,
    gatewayDisputeId: reported.disputeId,
    ...row,
  })
  if (isNew) logAlert('A payment is disputed', { dispute: reported })
  const known = await disputeOf(trx, gateway, reported.disputeId)
  if (hasEnded(known) && hasEnded(row) && known.status !== row.status)
    logAlert('A dispute that had ended is said to have ended otherwise', {
      dispute: known.id,
      said: reported,
    })
  if (isNewer(row, known)) await updateDispute(trx, known.id, row)
  await applyDisputesAbout(dependencies, trx, { gateway, gatewayPaymentId: reported.paymentId })
}

/** Applies every dispute that is not settled: its payment may have become known since. */
export async function applyDisputes(dependencies: Dependencies): Promise<void> {
  for (const payment of await paymentsInDispute(dependencies.db, 500)) {
    await dependencies.db.transaction().execute(async (trx) => {
      await lockCapture(trx, payment.gateway, payment.gatewayPaymentId)
      await applyDisputesAbout(dependencies, trx, payment)
    })
  }
}

const rowOf = (reported: GatewayDispute) => ({
  gatewayPaymentId: reported.paymentId,
  amountPaise: reported.amountPaise,
  deductedPaise: reported.status === 'lost' || reported.status === 'closed' ? reported.deductedPaise : 0,
  reason: reported.reason,
  phase: reported.phase,
  status: reported.status,
  respondBy: reported.respondBy === undefined ? null : dateOf(reported.respondBy),
  openedAt: dateOf(reported.openedAt),
  saidAt: dateOf(reported.saidAt),
})

function isNewer(reported: ReturnType<typeof rowOf>, known: DisputeRow): boolean {
  if (hasEnded(known)) return false
  if (hasEnded(reported)) return true
  const later = reported.saidAt.getTime() - known.saidAt.getTime()
  return later > 0 || (later === 0 && ranks.indexOf(reported.status) > ranks.indexOf(known.status))
}

/** The order in which two statuses happened that were reported within one second. */
const ranks: string[] = ['open', 'under_review', 'action_required']

const dateOf = (seconds: number) => new Date(seconds * 1000)

/**
 * Finds disputes whose webhooks were lost: records what is new in the gateways' own lists, as if the webhooks had
 * arrived. A gateway that does not answer is logged as an alert, and asked again by the next run.
 */
export async function reconcileDisputes(dependencies: Dependencies): Promise<void> {
  for (const { gateway } of reachableGateways(dependencies)) await reconcileAt({ ...dependencies, gateway })
}

async function reconcileAt(dependencies: Dependencies): Promise<void> {
  const listed = await dependencies.gateway.disputes().catch((error: Error) => {
    logAlert('The gateway could not be asked about disputes', { reason: error.message })
    return []
  })
  const ids = listed.map(({ disputeId }) => disputeId)
  const known = await disputesByGatewayId(dependencies.db, dependencies.gateway.name, ids)
  for (const dispute of listed) {
    const before = known.get(dispute.disputeId)
    const reported = before ? { ...dispute, status: statusAfter(before, dispute) } : dispute
    if (before && !hasNews(reported, before)) continue
    await dependencies.db.transaction().execute((trx) => recordDispute(dependencies, trx, reported))
  }
}

/**
 * The status of a listed dispute. The list reports a dispute that requires action as open; one that was under review
 * before requires action again.
 */
const statusAfter = (known: DisputeRow, { status }: GatewayDispute): GatewayDispute['status'] =>
  status === 'open' && ['action_required', 'under_review'].includes(known.status) ? 'action_required' : status

const hasNews = (reported: GatewayDispute, known: DisputeRow): boolean =>
  reported.status !== known.status ||
  reported.phase !== known.phase ||
  reported.amountPaise !== known.amountPaise ||
  seconds(known.respondBy) !== reported.respondBy

const seconds = (time: Date | null) => (time ? Math.floor(time.getTime() / 1000) : undefined)
