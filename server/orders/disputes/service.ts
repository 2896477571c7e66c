import { v7 as uuid } from 'uuid'

import type { Dependencies } from '../../dependencies.ts'
import { postDisputeHold, postDisputeLoss, postDisputeRelease } from '../../money/ledger/service.ts'
import { lockPayouts } from '../../money/lookup-queries.ts'
import type { Connection } from '../../platform/database/connection.ts'
import type { MailParts } from '../../platform/mail/send.ts'
import { logAlert } from '../../platform/metrics.ts'
import type { GatewayDispute } from '../../platform/payments/gateway.ts'
import { reachableGateways } from '../../platform/payments/reachable.ts'
import { capturedWith, lockBuyer } from '../lookup-queries.ts'
import { isOwning } from '../order.ts'
import type { OrderRow } from '../queries.ts'
import { refundOrder } from '../refund-requests/refund-order.ts'
import { dueOf, settleDueByBank } from '../refunds/refund.ts'
import { mailDisputed, mailEnded, mailRefundedByBank } from './emails.ts'
import {
  updateDispute,
  type DisputeRow,
  disputesByGatewayId,
  endFrozenOrder,
  frozenBy,
  insertDispute,
  insertFrozenOrder,
  lockDispute,
  otherDisputes,
  unsettledDisputes,
} from './queries.ts'

type RecordParts = DisputeParts & { gateway: { name: Dependencies['gateway']['name'] } }

/**
 * Records a gateway's report of a dispute in the caller's transaction and applies its consequences for money and orders.
 * Reports may come in any order and any number of times: the end of a dispute is final; before it the newest report counts.
 */
export async function recordDispute(
  parts: RecordParts,
  trx: Connection,
  reported: GatewayDispute,
): Promise<void> {
  const gateway = parts.gateway.name
  const row = rowOf(reported)
  const isNew = await insertDispute(trx, {
    id: uuid(),
    gateway,
    gatewayDisputeId: reported.disputeId,
    ...row,
  })
  if (isNew) logAlert('A payment is disputed', { dispute: reported })
  const known = await lockDispute(trx, gateway, reported.disputeId)
  if (hasEnded(known) && hasEnded(row) && known.status !== row.status)
    logAlert('A dispute that had ended is said to have ended otherwise', {
      dispute: known.id,
      said: reported,
    })
  const dispute = isNewer(row, known) ? await updateDispute(trx, known.id, row) : known
  await applyAll(parts, trx, dispute)
}

/** Applies every dispute that is not settled: its payment may have become known since. */
export async function applyDisputes(parts: DisputeParts & Pick<Dependencies, 'db'>): Promise<void> {
  for (const { gateway, gatewayDisputeId } of await unsettledDisputes(parts.db, 500)) {
    await parts.db.transaction().execute(async (trx) => {
      await applyAll(parts, trx, await lockDispute(trx, gateway, gatewayDisputeId))
    })
  }
}

/** Applies a dispute, and once it has ended the others about the same payment: they freeze what it has released. */
async function applyAll(parts: DisputeParts, trx: Connection, dispute: DisputeRow): Promise<void> {
  await applyDispute(parts, trx, dispute)
  if (!hasEnded(dispute)) return
  for (const { gatewayDisputeId } of await otherDisputes(trx, dispute))
    await applyDispute(parts, trx, await lockDispute(trx, dispute.gateway, gatewayDisputeId))
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

type DisputeParts = MailParts & Pick<Dependencies, 'jobs'>

/**
 * Applies a locked dispute to money and orders, any number of times: the earnings of its orders are frozen while it is open,
 * released when it is won, and reversed when it is lost. Money that the bank took is never returned by us as well. If its
 * payment is not known yet, nothing happens until a later call.
 */
async function applyDispute(parts: DisputeParts, trx: Connection, dispute: DisputeRow): Promise<void> {
  if (dispute.settledAt) return
  const known = await capturedWith(trx, dispute.gateway, dispute.gatewayPaymentId)
  if (!known) return
  const { memberId } = known.payment
  // The deletion of an account takes these locks before the buyer's lock, too.
  for (const earner of earnersOf(known.orders)) await lockPayouts(trx, earner)
  await lockBuyer(trx, memberId)
  const now = await capturedWith(trx, dispute.gateway, dispute.gatewayPaymentId)
  await freeze(parts, trx, dispute, now!.orders)
  if (!hasEnded(dispute)) return
  const frozen = await frozenBy(trx, dispute.id)
  const orders = now!.orders.filter(({ id }) => frozen.has(id))
  for (const { id: orderId } of orders) {
    await postDisputeRelease(trx, { disputeId: dispute.id, orderId })
    await endFrozenOrder(trx, dispute.id, orderId, 'released')
  }
  if (dispute.deductedPaise > 0) await takeBack(parts, trx, dispute, orders)
  await mailEnded(parts, trx, dispute, orders)
  await updateDispute(trx, dispute.id, { settledAt: new Date() })
}

const hasEnded = ({ status }: Pick<DisputeRow, 'status'>): boolean =>
  ['won', 'lost', 'closed'].includes(status)

/** The ids of owners and referrers, sorted so that two transactions that lock them never deadlock. */
const earnersOf = (orders: OrderRow[]): string[] =>
  [
    ...new Set(orders.flatMap(({ ownerId, referrerId }) => [ownerId, ...(referrerId ? [referrerId] : [])])),
  ].toSorted()

async function freeze(parts: DisputeParts, trx: Connection, dispute: DisputeRow, orders: OrderRow[]) {
  const fresh: OrderRow[] = []
  for (const order of orders) {
    if (!isOwning(order) || order.amountPaise === 0) continue
    if (!(await insertFrozenOrder(trx, dispute.id, order.id))) continue
    await postDisputeHold(trx, { disputeId: dispute.id, orderId: order.id })
    fresh.push(order)
  }
  if (!hasEnded(dispute)) await mailDisputed(parts, trx, fresh)
}

/**
 * Posts the amount that the bank took: first against refunds that were due to the payer anyway, then against the orders, all
 * of them or none, because a bank does not say which of several it means. The platform bears the rest.
 */
async function takeBack(parts: DisputeParts, trx: Connection, dispute: DisputeRow, orders: OrderRow[]) {
  const { id, gateway, gatewayPaymentId, deductedPaise } = dispute
  const settleDue = async (left: number) => {
    const due = await dueOf(trx, gateway, gatewayPaymentId)
    if (due === 0 || due > left) return left
    await settleDueByBank(trx, gateway, gatewayPaymentId, id)
    return left - due
  }
  let left = await settleDue(deductedPaise)
  const price = orders.reduce((sum, { amountPaise }) => sum + amountPaise, 0)
  if (price > 0 && price <= left) {
    for (const order of orders) await withdraw(parts, trx, dispute, order)
    left = await settleDue(left)
  }
  if (left === 0) return
  await postDisputeLoss(trx, { disputeId: id, gateway, amountPaise: left })
  logAlert('A bank took money in a dispute that no order gives back; the platform bears it', {
    dispute: id,
    left,
  })
}

async function withdraw(parts: DisputeParts, trx: Connection, { id }: DisputeRow, order: OrderRow) {
  const note = 'The bank decided a dispute about this payment and gave the money back.'
  await refundOrder(parts, trx, order.id, { by: 'gateway', decidedBy: null, note })
  await endFrozenOrder(trx, id, order.id, 'refunded')
  await mailRefundedByBank(parts, trx, order)
}

type ReconcileParts = DisputeParts & Pick<Dependencies, 'db' | 'gateway' | 'formerGateways'>

/**
 * Finds disputes whose webhooks were lost: records what is new in the gateways' own lists, as if the webhooks had arrived.
 * A gateway that does not answer is logged as an alert, and asked again by the next run.
 */
export async function reconcileDisputes(parts: ReconcileParts): Promise<void> {
  for (const { gateway } of reachableGateways(parts)) await reconcileAt({ ...parts, gateway })
}

async function reconcileAt(parts: DisputeParts & Pick<Dependencies, 'db' | 'gateway'>): Promise<void> {
  const listed = await parts.gateway.disputes().catch((error: Error) => {
    logAlert('The gateway could not be asked about disputes', { reason: error.message })
    return []
  })
  const ids = listed.map(({ disputeId }) => disputeId)
  const known = await disputesByGatewayId(parts.db, parts.gateway.name, ids)
  for (const dispute of listed) {
    const before = known.get(dispute.disputeId)
    const reported = before ? { ...dispute, status: statusAfter(before, dispute) } : dispute
    if (before && !hasNews(reported, before)) continue
    await parts.db.transaction().execute((trx) => recordDispute(parts, trx, reported))
  }
}

/** The status of a listed dispute. The list reports a dispute that requires action as open; one that was under review before requires action again. */
const statusAfter = (known: DisputeRow, { status }: GatewayDispute): GatewayDispute['status'] =>
  status === 'open' && ['action_required', 'under_review'].includes(known.status) ? 'action_required' : status

const hasNews = (reported: GatewayDispute, known: DisputeRow): boolean =>
  reported.status !== known.status ||
  reported.phase !== known.phase ||
  reported.amountPaise !== known.amountPaise ||
  seconds(known.respondBy) !== reported.respondBy

const seconds = (time: Date | null) => (time ? Math.floor(time.getTime() / 1000) : undefined)
