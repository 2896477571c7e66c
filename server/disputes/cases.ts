import type { Reply } from '#contract/kit/endpoint.ts'
import { rupeesOf } from '#contract/kit/money.ts'
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
import { iso, toDispute, toTimes } from './presenter.ts'
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
    found.push(toDispute(row, known?.orders.map(({ title }) => title) ?? []))
  }
  return { disputes: found, open, pagination: paginationOf(window, total) }
}

/** A dispute with all that proves the sale. Throws not_found for an unknown one. */
export async function disputeCase(connection: Connection, id: string): Promise<DisputeCase> {
  const row = await disputeAt(connection, id)
  if (!row) throw new ProblemError('not_found', 'Dispute not found')
  const known = await capturedWith(connection, row.gateway, row.gatewayPaymentId)
  const dispute = toDispute(row, known?.orders.map(({ title }) => title) ?? [])
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
    buyer: buyer
      ? {
          name: buyer.name,
          email: buyer.deactivatedAt ? '' : buyer.email,
          since: buyer.createdAt.toISOString(),
        }
      : null,
    payment: {
      id: payment.id,
      amount: rupeesOf(payment.amountPaise),
      capturedAt: payment.capturedAt!.toISOString(),
      state: payment.state,
    },
    accepted: accepted
      ? { terms: accepted.terms, at: accepted.acceptedAt.toISOString(), address: accepted.address }
      : null,
    mails: mails.map(({ kind, sentAt }) => ({ kind, sentAt: sentAt.toISOString() })),
    orders,
  }
}

async function orderOf(connection: Connection, { id }: DisputeRow, order: OrderRow): Promise<DisputedOrder> {
  const [touched, documents, downloads, reportDownloads, run, rating, listing, askedAt, asBought] =
    await Promise.all([
      ordersIn(connection, id),
      documentsOf(connection, order.id),
      downloadsOf(connection, order.memberId, order.projectId),
      reportDownloadsOf(connection, order.id),
      runAnswerOf(connection, order.id),
      ratingOfOrder(connection, order.id),
      listingOf(connection, order.projectId, order.releaseId),
      refundAskedAt(connection, order.id),
      boughtListings(connection, [order.id]),
    ])
  const own = touched.find(({ orderId }) => orderId === order.id)
  return {
    orderId: order.id,
    number: order.number,
    title: order.title,
    kind: order.kind as DisputedOrder['kind'],
    amount: rupeesOf(order.amountPaise),
    status: order.status,
    orderedAt: order.createdAt.toISOString(),
    completedAt: iso(order.completedAt),
    outcome: own ? ((own.outcome ?? 'frozen') as 'frozen') : null,
    ...documents,
    policy: order.refundPolicy,
    downloads:
      order.kind === 'source'
        ? downloads.map(({ number, ...times }) => ({ release: number, ...toTimes(times) }))
        : [],
    reportDownloads: reportDownloads ? toTimes(reportDownloads) : null,
    ran: run?.ran ?? null,
    rating,
    refundAskedAt: iso(askedAt),
    asBought: asBought.get(order.id) ?? null,
    listing: { ...listing, changedAt: listing.changedAt.toISOString() },
  }
}
