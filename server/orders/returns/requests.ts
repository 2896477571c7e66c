import { v7 as uuid } from 'uuid'

import { requestNumber } from '#contract/content/request-numbers.ts'
import type { Reply } from '#contract/kit/endpoint.ts'
import type { PageWindow } from '#contract/kit/paging.ts'
import { ProblemError } from '#contract/kit/problem.ts'
import type { BuyersRefund, refundRequests } from '#contract/orders/refunds.ts'

import type { Dependencies } from '../../dependencies.ts'
import { ownersShares } from '../../money/lookup-queries.ts'
import type { Connection, Database } from '../../platform/database/connection.ts'
import { lockBuyer } from '../lookup-queries.ts'
import { refundDeadline } from '../order.ts'
import { moveOrder, orderById, type OrderRow } from '../queries.ts'
import { mailAcknowledgement, mailRequest } from './emails.ts'
import { refundsOfOrders } from './queries.ts'
import { toBuyersRefund, toOwnersRefund } from './request-presenter.ts'
import {
  updateRequest,
  insertRequest,
  lockRequest,
  requestById,
  requestsAbout,
  requestsReceived,
} from './request-queries.ts'

/** The most requests for one order: the owner gets an email about each. */
const maxRequests = 3

/** The refund of one of the member's orders. Throws not_found for another member's. */
export async function refundOf(
  connection: Connection,
  memberId: string,
  orderId: string,
): Promise<BuyersRefund> {
  const order = await ownOrder(connection, memberId, orderId)
  const [requests, refunds] = await Promise.all([
    requestsAbout(connection, orderId),
    refundsOfOrders(connection, [orderId]),
  ])
  const [request] = requests
  const allowed: BuyersRefund['allowed'] =
    request && !request.outcome ? ['withdraw'] : blockerOf(order, requests) ? [] : ['ask']
  return toBuyersRefund(order, request, refunds.get(orderId), allowed)
}

/**
 * Requests a refund of a completed order. Throws not_found for another member's, conflict when it cannot be requested.
 */
export const requestRefund = (
  dependencies: Dependencies,
  memberId: string,
  orderId: string,
  reason: string,
): Promise<BuyersRefund> =>
  dependencies.db.transaction().execute(async (trx) => {
    await lockBuyer(trx, memberId)
    const order = await ownOrder(trx, memberId, orderId)
    const problem = blockerOf(order, await requestsAbout(trx, orderId))
    if (problem) throw new ProblemError('conflict', problem)
    await moveOrder(trx, orderId, 'refund_requested', 'buyer')
    const { number } = await insertRequest(trx, { id: uuid(), orderId, reason })
    await mailRequest(dependencies, trx, order, reason)
    await mailAcknowledgement(dependencies, trx, order, requestNumber('RF', number))
    return refundOf(trx, memberId, orderId)
  })

/** Withdraws a waiting request; the order is completed again. Throws conflict when none waits. */
export const withdrawRequest = (db: Database, memberId: string, orderId: string): Promise<BuyersRefund> =>
  db.transaction().execute(async (trx) => {
    await lockBuyer(trx, memberId)
    await ownOrder(trx, memberId, orderId)
    const [request] = await requestsAbout(trx, orderId)
    if (!request || request.outcome) throw new ProblemError('conflict', 'No request waits for a decision.')
    await moveOrder(trx, orderId, 'completed', 'buyer')
    await updateRequest(trx, request.id, { outcome: 'withdrawn', decidedAt: new Date() })
    return refundOf(trx, memberId, orderId)
  })

/** A page of the requests about a member's sales. */
export async function requestsForOwner(
  connection: Connection,
  ownerId: string,
  window: PageWindow,
): Promise<Pick<Reply<typeof refundRequests.received>, 'refunds' | 'pagination'>> {
  const { rows, pagination } = await requestsReceived(connection, ownerId, window)
  const shares = await ownersShares(
    connection,
    rows.map(({ orderId }) => orderId),
  )
  const refunds = rows.map((row) => toOwnersRefund(row, shares.get(row.orderId) ?? 0))
  return { refunds, pagination }
}

/** Saves the owner's answer to a request. Throws not_found for others' sales, conflict when it is decided. */
export const answerRequest = (db: Database, ownerId: string, id: string, answer: string): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const known = await requestById(trx, id)
    const order = known && (await orderById(trx, known.orderId))
    if (order?.ownerId !== ownerId) throw new ProblemError('not_found', 'Request not found')
    const { outcome } = await lockRequest(trx, id)
    if (outcome) throw new ProblemError('conflict', 'This request is decided already.')
    await updateRequest(trx, id, { answer, answeredAt: new Date() })
  })

async function ownOrder(connection: Connection, memberId: string, orderId: string): Promise<OrderRow> {
  const order = await orderById(connection, orderId)
  if (order?.memberId !== memberId) throw new ProblemError('not_found', 'Order not found')
  return order
}

/** The message why a refund of an order cannot be requested now; undefined when it can. */
function blockerOf(order: OrderRow, requests: { outcome: string | null }[]): string | undefined {
  const deadline = refundDeadline(order)
  if (order.status === 'refunded') return 'This order is refunded already.'
  if (order.status === 'refund_requested') return 'You have asked for this refund already.'
  if (order.status !== 'completed') return 'Only a completed order can be refunded.'
  if (order.amountPaise === 0 || !deadline) return 'Nothing was paid for this order.'
  if (requests[0]?.outcome === 'declined') return 'Our staff have decided about this order.'
  if (requests.length >= maxRequests) return 'You have taken this request back too often. Please write to us.'
  if (deadline < new Date())
    return `The ${order.refundDays} days in which a refund can be asked for are over.`
  return undefined
}
