import type { Reply, ReplyFields } from '#contract/kit/endpoint.ts'
import type { PageWindow } from '#contract/kit/paging.ts'
import { ProblemError } from '#contract/kit/problem.ts'
import type { Item, orders, Payment } from '#contract/orders/orders.ts'

import type { Dependencies } from '../dependencies.ts'
import type { Connection } from '../platform/database/connection.ts'
import type { Caller } from '../platform/http/caller.ts'
import { eraseAddresses } from './checkout/queries.ts'
import { eraseCouponsOf } from './coupons/queries.ts'
import { deleteDownloadsOf, deleteDownloadsOfUnapproved } from './downloads/queries.ts'
import { keysOf } from './help/pictures.ts'
import { eraseHelp } from './help/queries.ts'
import { eraseLicenceNames } from './licences/queries.ts'
import { paymentOfMember, unpaidPaymentsOf, cancelPayments } from './payment-queries.ts'
import { toOrder, toPayment } from './presenter.ts'
import { allOwned, orderOfMember, ordersOf, ordersOfPayment } from './queries.ts'
import { clearTextsOf } from './returns/request-queries.ts'
import { deleteReplies } from './reviews/queries.ts'
import { clearAnswersOf } from './run-answers/queries.ts'
import { eraseSeatsOf } from './seats/queries.ts'
import { boughtListings } from './sold-listings/service.ts'
import { startFor } from './start.ts'

/** A page of the member's orders, newest first; with `search` those whose title or number contains it. */
export async function myOrders(
  { db, secret }: Dependencies,
  memberId: string,
  { search, ...window }: PageWindow & { search?: string | undefined },
): Promise<Pick<Reply<typeof orders.mine>, 'orders' | 'pagination'>> {
  const { rows, pagination } = await ordersOf(db, memberId, search, window)
  return { orders: rows.map((row) => toOrder(row, secret)), pagination }
}

/** One of the member's orders. Throws not_found for another member's and for an unknown one alike. */
export async function myOrder(
  dependencies: Dependencies,
  caller: Caller,
  orderId: string,
): Promise<Reply<typeof orders.get>['order']> {
  const found = await orderOfMember(dependencies.db, caller.id, orderId)
  if (!found) throw new ProblemError('not_found', 'Order not found')
  const order = toOrder(found, dependencies.secret)
  const listings = await boughtListings(dependencies.db, [orderId])
  const start = await startFor(dependencies, caller, order)
  return { ...order, asBought: listings.get(orderId)!, ...start }
}

/** The items that the member owns, and the seats that they have, newest first, at most 1,000. */
export async function myOwned(
  connection: Connection,
  memberId: string,
): Promise<ReplyFields<typeof orders.owned>> {
  const rows = await allOwned(connection, memberId, 1000)
  return {
    items: rows.flatMap(({ projectId, kind, seatId }) => (seatId ? [] : [{ projectId, kind } as Item])),
    seats: rows.flatMap(({ projectId, seatId }) => (seatId ? [{ projectId, seatId }] : [])),
  }
}

/** One of the member's payments. Throws not_found for another member's and for an unknown one alike. */
export async function myPayment(
  dependencies: Dependencies,
  memberId: string,
  paymentId: string,
): Promise<Payment> {
  const payment = await paymentOfMember(dependencies.db, memberId, paymentId)
  if (!payment) throw new ProblemError('not_found', 'Payment not found')
  return toPayment(payment, await ordersOfPayment(dependencies.db, payment.id), dependencies)
}

/**
 * Cancels all payments of a member for which nothing was captured yet, with their orders. The caller holds the buyer's
 * lock.
 */
export async function cancelOpenPayments(trx: Connection, memberId: string): Promise<void> {
  await cancelPayments(trx, await unpaidPaymentsOf(trx, memberId), 'gateway')
}

/**
 * Erases the texts, addresses and downloads of a member in their orders, and their replies to reviews as the owner of
 * some projects, and what they wrote in help requests; their coupons and seats end, and nobody is invited to theirs any more. Orders and payments stay. The member and the
 * projects must be locked. Returns the storage keys of pictures, to be deleted.
 */
export async function eraseOrdersOf(
  trx: Connection,
  memberId: string,
  projectIds: string[],
): Promise<string[]> {
  await eraseCouponsOf(trx, memberId)
  if (projectIds.length > 0) await deleteReplies(trx, projectIds)
  await deleteDownloadsOf(trx, memberId)
  await deleteDownloadsOfUnapproved(trx, projectIds)
  await clearTextsOf(trx, memberId)
  await eraseAddresses(trx, memberId)
  await eraseLicenceNames(trx, memberId)
  await clearAnswersOf(trx, memberId)
  await eraseSeatsOf(trx, memberId)
  return keysOf(await eraseHelp(trx, memberId))
}
