import { v7 as uuid } from 'uuid'

import { postDisputeHold, postDisputeLoss, postDisputeRelease } from '../../money/ledger/service.ts'
import { lockPayouts } from '../../money/lookup-queries.ts'
import type { Parts } from '../../parts.ts'
import type { Connection } from '../../platform/database/connection.ts'
import type { MailParts } from '../../platform/mail/send.ts'
import { alarm } from '../../platform/metrics.ts'
import { followedBy } from '../../platform/payments/followed.ts'
import type { GatewayDispute } from '../../platform/payments/gateway.ts'
import { capturedWith, lockBuyer } from '../lookup-queries.ts'
import { isOwning } from '../order.ts'
import type { OrderRow } from '../queries.ts'
import { refundOrder } from '../refund-requests/refund-order.ts'
import { dueOf, settleDueByBank } from '../refunds/refund.ts'
import { mailDisputed, mailEnded, mailTakenBack } from './emails.ts'
import {
  changeDispute,
  type DisputeRow,
  disputesNamed,
  endFrozen,
  frozenBy,
  insertDispute,
  insertFrozen,
  lockDispute,
  othersAbout,
  unsettled,
} from './queries.ts'

type NoteParts = DisputeParts & { gateway: { name: Parts['gateway']['name'] } }

/**
 * Takes in what a gateway said of a dispute, in any order and any number of times, in the caller's transaction: an end is
 * final, and of what is said before it the newest counts. What follows from it for money and orders follows at once.
 */
export async function noteDispute(parts: NoteParts, trx: Connection, said: GatewayDispute): Promise<void> {
  const gateway = parts.gateway.name
  const row = rowOf(said)
  const isNew = await insertDispute(trx, { id: uuid(), gateway, gatewayDisputeId: said.disputeId, ...row })
  if (isNew) alarm('A payment is disputed', { dispute: said })
  const known = await lockDispute(trx, gateway, said.disputeId)
  if (hasEnded(known) && hasEnded(row) && known.status !== row.status)
    alarm('A dispute that had ended is said to have ended otherwise', { dispute: known.id, said })
  const dispute = isNewer(row, known) ? await changeDispute(trx, known.id, row) : known
  await followAll(parts, trx, dispute)
}

/** Looks again at every dispute of which something is still to follow: its payment may have come to be known. */
export async function followDisputes(parts: DisputeParts & Pick<Parts, 'db'>): Promise<void> {
  for (const { gateway, gatewayDisputeId } of await unsettled(parts.db, 500)) {
    await parts.db.transaction().execute(async (trx) => {
      await followAll(parts, trx, await lockDispute(trx, gateway, gatewayDisputeId))
    })
  }
}

/** What one dispute has let go another one about the same payment still freezes. */
async function followAll(parts: DisputeParts, trx: Connection, dispute: DisputeRow): Promise<void> {
  await follow(parts, trx, dispute)
  if (!hasEnded(dispute)) return
  for (const { gatewayDisputeId } of await othersAbout(trx, dispute))
    await follow(parts, trx, await lockDispute(trx, dispute.gateway, gatewayDisputeId))
}

const rowOf = (said: GatewayDispute) => ({
  gatewayPaymentId: said.paymentId,
  amountPaise: said.amountPaise,
  deductedPaise: said.status === 'lost' || said.status === 'closed' ? said.deductedPaise : 0,
  reason: said.reason,
  phase: said.phase,
  status: said.status,
  respondBy: said.respondBy === undefined ? null : at(said.respondBy),
  openedAt: at(said.openedAt),
  saidAt: at(said.saidAt),
})

function isNewer(said: ReturnType<typeof rowOf>, known: DisputeRow): boolean {
  if (hasEnded(known)) return false
  if (hasEnded(said)) return true
  const later = said.saidAt.getTime() - known.saidAt.getTime()
  return later > 0 || (later === 0 && ranks.indexOf(said.status) > ranks.indexOf(known.status))
}

/** Two that were said in one second happened in this order. */
const ranks: string[] = ['open', 'under_review', 'action_required']

const at = (seconds: number) => new Date(seconds * 1000)

type DisputeParts = MailParts & Pick<Parts, 'jobs'>

/**
 * Brings money and orders to what a locked dispute asks for, however often it is called: what its orders earned is frozen
 * while it is open, free again when it is won, and taken back when it is lost. What the bank took is never returned by us
 * as well. A payment that is not known yet is looked for again later.
 */
async function follow(parts: DisputeParts, trx: Connection, dispute: DisputeRow): Promise<void> {
  if (dispute.settledAt) return
  const known = await capturedWith(trx, dispute.gateway, dispute.gatewayPaymentId)
  if (!known) return
  const { memberId } = known.payment
  // Before the buyer's lock, as whoever deletes an account takes them.
  for (const earner of earnersOf(known.orders)) await lockPayouts(trx, earner)
  await lockBuyer(trx, memberId)
  const now = await capturedWith(trx, dispute.gateway, dispute.gatewayPaymentId)
  await freeze(parts, trx, dispute, now!.orders)
  if (!hasEnded(dispute)) return
  const frozen = await frozenBy(trx, dispute.id)
  const orders = now!.orders.filter(({ id }) => frozen.has(id))
  for (const { id: orderId } of orders) {
    await postDisputeRelease(trx, { disputeId: dispute.id, orderId })
    await endFrozen(trx, dispute.id, orderId, 'released')
  }
  if (dispute.deductedPaise > 0) await takeBack(parts, trx, dispute, orders)
  await mailEnded(parts, trx, dispute, orders)
  await changeDispute(trx, dispute.id, { settledAt: new Date() })
}

const hasEnded = ({ status }: Pick<DisputeRow, 'status'>): boolean =>
  ['won', 'lost', 'closed'].includes(status)

/** In an order that all share, so that no two wait for each other. */
const earnersOf = (orders: OrderRow[]): string[] =>
  [
    ...new Set(orders.flatMap(({ ownerId, referrerId }) => [ownerId, ...(referrerId ? [referrerId] : [])])),
  ].toSorted()

async function freeze(parts: DisputeParts, trx: Connection, dispute: DisputeRow, orders: OrderRow[]) {
  const fresh: OrderRow[] = []
  for (const order of orders) {
    if (!isOwning(order) || order.amountPaise === 0) continue
    if (!(await insertFrozen(trx, dispute.id, order.id))) continue
    await postDisputeHold(trx, { disputeId: dispute.id, orderId: order.id })
    fresh.push(order)
  }
  if (!hasEnded(dispute)) await mailDisputed(parts, trx, fresh)
}

/**
 * Books what the bank took: first against money that was due to the payer anyway, then against the orders, all of them or
 * none, because a bank does not say which of several it means. The platform bears the rest.
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
  alarm('A bank took money in a dispute that no order gives back; the platform bears it', {
    dispute: id,
    left,
  })
}

async function withdraw(parts: DisputeParts, trx: Connection, { id }: DisputeRow, order: OrderRow) {
  const note = 'The bank decided a dispute about this payment and gave the money back.'
  await refundOrder(parts, trx, order.id, { by: 'gateway', decidedBy: null, note })
  await endFrozen(trx, id, order.id, 'refunded')
  await mailTakenBack(parts, trx, order)
}

type ReconcileParts = DisputeParts & Pick<Parts, 'db' | 'gateway' | 'formerGateways'>

/**
 * Finds disputes whose webhooks were lost: takes in what the gateways' own lists say beyond what is known, as if their
 * webhooks had come. A gateway that gives no answer is an alarm, and is asked again by the next run.
 */
export async function reconcileDisputes(parts: ReconcileParts): Promise<void> {
  for (const { gateway } of followedBy(parts)) await reconcileAt({ ...parts, gateway })
}

async function reconcileAt(parts: DisputeParts & Pick<Parts, 'db' | 'gateway'>): Promise<void> {
  const listed = await parts.gateway.disputes().catch((error: Error) => {
    alarm('The gateway could not be asked about disputes', { reason: error.message })
    return []
  })
  const ids = listed.map(({ disputeId }) => disputeId)
  const known = await disputesNamed(parts.db, parts.gateway.name, ids)
  for (const dispute of listed) {
    const before = known.get(dispute.disputeId)
    const said = before ? { ...dispute, status: statusBeside(before, dispute) } : dispute
    if (before && !saysMore(said, before)) continue
    await parts.db.transaction().execute((trx) => noteDispute(parts, trx, said))
  }
}

/** The list calls open also what an answer is asked for to; under review it was before, so it is asked for again. */
const statusBeside = (known: DisputeRow, { status }: GatewayDispute): GatewayDispute['status'] =>
  status === 'open' && ['action_required', 'under_review'].includes(known.status) ? 'action_required' : status

const saysMore = (said: GatewayDispute, known: DisputeRow): boolean =>
  said.status !== known.status ||
  said.phase !== known.phase ||
  said.amountPaise !== known.amountPaise ||
  seconds(known.respondBy) !== said.respondBy

const seconds = (time: Date | null) => (time ? Math.floor(time.getTime() / 1000) : undefined)
