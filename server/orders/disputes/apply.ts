import type { Dependencies } from '../../dependencies.ts'
import { postDisputeHold, postDisputeLoss, postDisputeRelease } from '../../money/ledger/service.ts'
import type { Connection } from '../../platform/database/connection.ts'
import type { MailParts } from '../../platform/mail/send.ts'
import { logAlert } from '../../platform/metrics.ts'
import { capturedWith } from '../lookup-queries.ts'
import { isOwning } from '../order.ts'
import { sum } from '../price.ts'
import type { OrderRow } from '../queries.ts'
import { refundOrder } from '../refund-requests/refund-order.ts'
import { dueOf, lockSales, settleDueByBank } from '../refunds/refund.ts'
import { mailDisputed, mailEnded, mailRefundedByBank } from './emails.ts'
import {
  type DisputeRow,
  endFrozenOrder,
  frozenBy,
  insertFrozenOrder,
  isFrozen,
  lossesBorne,
  unsettledAbout,
  updateDispute,
} from './queries.ts'

export type DisputeParts = MailParts & Pick<Dependencies, 'jobs'>

/** Returns whether a bank has decided a dispute. */
export const hasEnded = ({ status }: Pick<DisputeRow, 'status'>): boolean =>
  ['won', 'lost', 'closed'].includes(status)

/**
 * Applies the unsettled disputes about one payment to money and orders, any number of times. What was earned by its orders
 * is frozen until the last of them has ended, and whichever is lost takes the sale back. Money that the bank took is never
 * returned by us as well. If the payment is not known yet, nothing happens until a later call. The caller holds the lock of
 * the disputed payment.
 */
export async function applyDisputesAbout(
  parts: DisputeParts,
  trx: Connection,
  { gateway, gatewayPaymentId }: Pick<DisputeRow, 'gateway' | 'gatewayPaymentId'>,
): Promise<void> {
  const known = await capturedWith(trx, gateway, gatewayPaymentId)
  if (!known) return
  await lockSales(trx, known.payment.memberId, known.orders)
  const ordersNow = async () => (await capturedWith(trx, gateway, gatewayPaymentId))!.orders
  const disputes = await unsettledAbout(trx, gateway, gatewayPaymentId)
  for (const dispute of disputes) await freeze(parts, trx, dispute, await ordersNow())
  for (const dispute of disputes.filter(hasEnded)) await end(parts, trx, dispute, await ordersNow())
}

async function freeze(parts: DisputeParts, trx: Connection, dispute: DisputeRow, orders: OrderRow[]) {
  const fresh: OrderRow[] = []
  for (const order of orders) {
    if (!isOwning(order) || order.amountPaise === 0) continue
    if (!(await insertFrozenOrder(trx, dispute.id, order.id))) continue
    if (await postDisputeHold(trx, { disputeId: dispute.id, orderId: order.id })) fresh.push(order)
  }
  if (!hasEnded(dispute)) await mailDisputed(parts, trx, fresh)
}

/** Applies the end of a dispute, once. */
async function end(parts: DisputeParts, trx: Connection, dispute: DisputeRow, paid: OrderRow[]) {
  const frozen = await frozenBy(trx, dispute.id)
  const orders = paid.filter(({ id }) => frozen.has(id))
  const isTaken = dispute.deductedPaise > 0 && (await takeBack(parts, trx, dispute, orders))
  const stillFrozen: OrderRow[] = []
  for (const order of isTaken ? [] : orders) {
    await endFrozenOrder(trx, dispute.id, order.id)
    if (await isFrozen(trx, order.id)) stillFrozen.push(order)
    else await postDisputeRelease(trx, order.id)
  }
  await mailEnded(parts, trx, orders, { isTaken, isLost: dispute.deductedPaise > 0, stillFrozen })
  await updateDispute(trx, dispute.id, { settledAt: new Date() })
}

/**
 * Posts the amount that the bank took: first against refunds that were due to the payer anyway, then against the orders, all
 * of them or none, because a bank does not say which of several it means. What the platform bore of earlier disputes about
 * the payment counts with it. The platform bears the rest. Returns whether the orders were taken back.
 */
async function takeBack(
  parts: DisputeParts,
  trx: Connection,
  dispute: DisputeRow,
  orders: OrderRow[],
): Promise<boolean> {
  const { id, gateway, gatewayPaymentId, deductedPaise } = dispute
  const settleDue = async (left: number) => {
    const due = await dueOf(trx, gateway, gatewayPaymentId)
    if (due === 0 || due > left) return left
    await settleDueByBank(trx, gateway, gatewayPaymentId, id)
    return left - due
  }
  const borne = await lossesBorne(trx, gateway, gatewayPaymentId)
  let left = await settleDue(deductedPaise + borne)
  const owned = orders.filter(isOwning)
  const price = sum(owned.map(({ amountPaise }) => amountPaise))
  const isTaken = price > 0 && price <= left
  if (isTaken) {
    for (const order of owned) await withdraw(parts, trx, order)
    left = await settleDue(left)
  }
  if (left !== borne) await postDisputeLoss(trx, { disputeId: id, gateway, amountPaise: left - borne })
  if (left > borne)
    logAlert('A bank took money in a dispute that no order gives back; the platform bears it', {
      dispute: id,
      left: left - borne,
    })
  return isTaken
}

/** Takes an order back, whatever other disputes there are about its payment. */
async function withdraw(parts: DisputeParts, trx: Connection, order: OrderRow) {
  const note = 'The bank decided a dispute about this payment and gave the money back.'
  await refundOrder(parts, trx, order.id, { cause: 'disputed', decidedBy: null, note })
  await mailRefundedByBank(parts, trx, order)
}
