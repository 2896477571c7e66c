import { isFinal } from '#contract/kit/transitions.ts'
import { type DisputeStatus, disputeTransitions } from '#contract/orders/staff/disputes.ts'

import type { Dependencies } from '../../dependencies.ts'
import { postDisputeHold, postDisputeRelease } from '../../money/ledger/service.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { logAlert } from '../../platform/metrics.ts'
import { lockSales } from '../lock-sales.ts'
import { isPaidFor } from '../order.ts'
import { markHeld } from '../payment-queries.ts'
import { sum } from '../price.ts'
import type { OrderRow } from '../queries.ts'
import { capturedWith } from '../returns/capture-queries.ts'
import { type Capture, moneyOfCapture } from '../returns/capture-queries.ts'
import { bear, coverChargeback, recordExcess } from '../returns/capture.ts'
import { refundOrders } from '../returns/refund.ts'
import { mailDecided, mailDisputed, mailEnded } from './emails.ts'
import {
  type DisputeRow,
  endFrozenOrder,
  frozenBy,
  insertFrozenOrder,
  isFrozen,
  unsettledAbout,
  updateDispute,
} from './queries.ts'
/**
 * The part of what came for an order by which a bank that took it means the whole order: fees, exchange and rounding
 * make the rest.
 */
const wholePart = 0.9

/** Returns whether a bank has decided a dispute. */
export const hasEnded = ({ status }: { status: string }): boolean =>
  isFinal(disputeTransitions, status as DisputeStatus)

/**
 * Applies the unsettled disputes about one payment to money and orders, any number of times. What was earned by its
 * orders is frozen until the last of them has ended, and whichever is lost refunds orders by the amount that the
 * bank took. Money that the bank took is never returned by us as well. If the payment is not known yet, nothing happens
 * until a later call. The caller holds the lock of the disputed payment.
 */
export async function applyDisputesAbout(
  dependencies: Dependencies,
  trx: Connection,
  { gateway, gatewayPaymentId }: Pick<DisputeRow, 'gateway' | 'gatewayPaymentId'>,
): Promise<void> {
  const known = await capturedWith(trx, gateway, gatewayPaymentId)
  if (!known) return
  const capture = { id: known.payment.id, gateway, gatewayPaymentId }
  await lockSales(trx, known.payment.memberId, known.orders)
  const ordersNow = async () => (await capturedWith(trx, gateway, gatewayPaymentId))!.orders
  const disputes = await unsettledAbout(trx, gateway, gatewayPaymentId)
  for (const dispute of disputes) await freeze(dependencies, trx, dispute, await ordersNow())
  for (const dispute of disputes.filter(hasEnded))
    await end(dependencies, trx, dispute, capture, await ordersNow())
}

async function freeze(dependencies: Dependencies, trx: Connection, dispute: DisputeRow, orders: OrderRow[]) {
  const fresh: OrderRow[] = []
  for (const order of orders.filter(isPaidFor)) {
    if (!(await insertFrozenOrder(trx, dispute.id, order.id))) continue
    if (await postDisputeHold(trx, { disputeId: dispute.id, orderId: order.id })) fresh.push(order)
  }
  if (!hasEnded(dispute)) await mailDisputed(dependencies, trx, fresh)
}

/**
 * Applies the end of a dispute, once. A part of an order that the bank took waits for staff, with what was earned
 * frozen.
 */
async function end(
  dependencies: Dependencies,
  trx: Connection,
  { id, deductedPaise }: DisputeRow,
  capture: Capture,
  orders: OrderRow[],
) {
  const frozen = await frozenBy(trx, id)
  const paymentId = deductedPaise > 0 ? capture.id : null
  await updateDispute(trx, id, { settledAt: new Date(), paymentId })
  const owned = orders.filter(isPaidFor)
  const taken = deductedPaise > 0 ? await refundTaken(dependencies, trx, capture, deductedPaise, owned) : []
  const kept = owned.filter((order) => !taken.includes(order))
  const isWaiting = await waitsForStaff(trx, capture, kept)
  for (const order of owned.filter((one) => frozen.has(one.id))) {
    if (taken.includes(order)) await mailEnded(dependencies, trx, order, 'taken')
    else if (isWaiting) await mailEnded(dependencies, trx, order, 'waiting')
    else await mailEnded(dependencies, trx, order, (await release(trx, order)) ? 'released' : 'frozen')
  }
}

/**
 * Posts what a bank took, in paise: first against refunds that were due to the payer anyway, then against the orders. A
 * bank does not say which of several it means: the one of just this price, then the dearest first. An order that it
 * took almost all of goes back too, and the rest of its price is returned. Returns the orders that were refunded.
 */
async function refundTaken(
  dependencies: Dependencies,
  trx: Connection,
  capture: Capture,
  deductedPaise: number,
  owned: OrderRow[],
): Promise<OrderRow[]> {
  await coverChargeback(trx, capture, deductedPaise)
  const taken: OrderRow[] = []
  const isMeant = ({ amountPaise }: OrderRow) => Number(amountPaise === deductedPaise)
  const meantFirst = owned.toSorted(
    (one, other) => isMeant(other) - isMeant(one) || other.amountPaise - one.amountPaise,
  )
  for (const order of meantFirst) {
    const { lostPaise, leftPaise } = await moneyOfCapture(trx, capture)
    const worth = Math.min(order.amountPaise, Math.max(0, leftPaise + lostPaise))
    if (lostPaise <= 0 || lostPaise < worth * wholePart) continue
    await refundOrders(dependencies, trx, capture, [order], {
      cause: 'disputed',
      decidedBy: null,
      note: 'The bank decided a dispute about this payment and gave the money back.',
      forPaise: lostPaise,
    })
    taken.push(order)
  }
  await recordExcess(trx, capture, deductedPaise)
  return taken
}

/**
 * Returns whether staff have to decide what becomes of a part that banks took of orders. The platform bears what is
 * missing for none.
 */
async function waitsForStaff(trx: Connection, capture: Capture, kept: OrderRow[]): Promise<boolean> {
  const { lostPaise, leftPaise, undecidedPaise } = await moneyOfCapture(trx, capture)
  if (lostPaise <= 0) return false
  const isMissing = leftPaise < sum(kept.map(({ amountPaise }) => amountPaise))
  if (isMissing) await markHeld(trx, capture.id)
  else await bear(trx, capture, undecidedPaise)
  logAlert('A bank took money in a dispute that no order gives back', {
    payment: capture.id,
    lostPaise,
    waitsForStaff: isMissing,
  })
  return isMissing
}

/** Ends that disputes which have ended freeze an order; returns false while another one still does. */
async function release(trx: Connection, { id }: OrderRow): Promise<boolean> {
  await endFrozenOrder(trx, id)
  if (await isFrozen(trx, id)) return false
  await postDisputeRelease(trx, id)
  return true
}

/**
 * Releases what waited because a bank took a part of the payment of these orders: staff decided that they stay
 * delivered.
 */
export async function releaseDecided(
  dependencies: Dependencies,
  trx: Connection,
  orders: OrderRow[],
): Promise<void> {
  for (const order of orders)
    if ((await isFrozen(trx, order.id)) && (await release(trx, order)))
      await mailDecided(dependencies, trx, order)
}
