import { alarm } from '../alarm.ts'
import type { Connection } from '../database/connection.ts'
import { postDisputeHold, postDisputeLoss, postDisputeRelease } from '../ledger/service.ts'
import type { MailParts } from '../mail/enqueue.ts'
import {
  capturedWith,
  dueOf,
  isOwning,
  lockBuyer,
  type OrderRow,
  settleDueByBank,
} from '../orders/service.ts'
import type { Parts } from '../parts.ts'
import { lockPayouts } from '../payouts/service.ts'
import { refundOrder } from '../refund-requests/service.ts'
import { mailDisputed, mailEnded, mailTakenBack } from './emails.ts'
import { changeDispute, type DisputeRow, endFrozen, frozenBy, insertFrozen } from './queries.ts'

export type DisputeParts = MailParts & Pick<Parts, 'jobs'>

/**
 * Brings money and orders to what a locked dispute asks for, however often it is called: what its orders earned is frozen
 * while it is open, free again when it is won, and taken back when it is lost. What the bank took is never returned by us
 * as well. A payment that is not known yet is looked for again later.
 */
export async function follow(parts: DisputeParts, trx: Connection, dispute: DisputeRow): Promise<void> {
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

export const hasEnded = ({ status }: Pick<DisputeRow, 'status'>): boolean =>
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
