import type { Reply } from '#contract/kit/endpoint.ts'
import { type PageWindow, paginationOf } from '#contract/kit/paging.ts'
import { ProblemError } from '#contract/kit/problem.ts'
import type { DisputeCase, DisputedOrder, disputes } from '#contract/orders/disputes.ts'

import { memberById } from '../accounts/service.ts'
import type { Connection } from '../database/connection.ts'
import { documentsOf } from '../invoices/service.ts'
import { mailsAbout } from '../mail/enqueue.ts'
import { acceptanceOf, boughtListings, capturedWith, type OrderRow } from '../orders/service.ts'
import { downloadsOf, reportDownloadsOf } from '../releases/service.ts'
import { ratingOfOrder } from '../reviews/service.ts'
import { runAnswerOf } from '../run-answers/service.ts'
import { toAccepted, toBuyer, toDispute, toDisputedOrder, toPayment } from './presenter.ts'
import { disputeAt, type DisputeRow, disputesIn, listingOf, ordersIn, refundAskedAt } from './queries.ts'

/** A page of the disputes that are open or that ended, with what their payments were for. */
export async function disputesFor(
  connection: Connection,
  { state, ...window }: PageWindow & { state: 'open' | 'ended' },
): Promise<Pick<Reply<typeof disputes.list>, 'disputes' | 'open' | 'pagination'>> {
  const { rows, total } = await disputesIn(connection, state, window)
  const open = state === 'open' ? total : (await disputesIn(connection, 'open', { page: 1, limit: 1 })).total
  const found = []
  for (const row of rows) {
    const known = await capturedWith(connection, row.gateway, row.gatewayPaymentId)
    found.push(toDispute(row, known?.orders))
  }
  return { disputes: found, open, pagination: paginationOf(window, total) }
}

/** A dispute with all that proves the sale. Throws not_found for an unknown one. */
export async function disputeCase(connection: Connection, id: string): Promise<DisputeCase> {
  const row = await disputeAt(connection, id)
  if (!row) throw new ProblemError('not_found', 'Dispute not found')
  const known = await capturedWith(connection, row.gateway, row.gatewayPaymentId)
  const dispute = toDispute(row, known?.orders)
  if (!known) return { ...dispute, buyer: null, payment: null, accepted: null, mails: [], orders: [] }
  const { payment } = known
  const [buyer, accepted, mails] = await Promise.all([
    memberById(connection, payment.memberId),
    acceptanceOf(connection, payment.id),
    mailsAbout(connection, `payment ${payment.id}`),
  ])
  const orders: DisputedOrder[] = []
  for (const order of known.orders) orders.push(await orderOf(connection, row, order))
  return {
    ...dispute,
    buyer: buyer ? toBuyer(buyer) : null,
    payment: toPayment(payment),
    accepted: accepted ? toAccepted(accepted) : null,
    mails,
    orders,
  }
}

async function orderOf(connection: Connection, { id }: DisputeRow, order: OrderRow): Promise<DisputedOrder> {
  const [touched, documents, downloads, reportDownloads, run, rating, listing, askedAt, asBought] =
    await Promise.all([
      ordersIn(connection, id),
      documentsOf(connection, order.id),
      order.kind === 'source' ? downloadsOf(connection, order.memberId, order.projectId) : [],
      reportDownloadsOf(connection, order.id),
      runAnswerOf(connection, order.id),
      ratingOfOrder(connection, order.id),
      listingOf(connection, order.projectId, order.releaseId),
      refundAskedAt(connection, order.id),
      boughtListings(connection, [order.id]),
    ])
  return toDisputedOrder(order, {
    own: touched.find(({ orderId }) => orderId === order.id),
    ...documents,
    downloads,
    reportDownloads,
    ran: run?.ran ?? null,
    rating,
    refundAskedAt: askedAt,
    asBought: asBought.get(order.id) ?? null,
    listing,
  })
}
