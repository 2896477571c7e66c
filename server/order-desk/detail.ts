import { ProblemError } from '#contract/kit/problem.ts'
import type { StaffOrderDetail } from '#contract/staff/orders.ts'

import { memberById } from '../accounts/service.ts'
import { actionsAbout } from '../audit/service.ts'
import type { Connection } from '../database/connection.ts'
import { documentsOf } from '../invoices/service.ts'
import { mailsAbout } from '../mail/enqueue.ts'
import { isOwning } from '../orders/service.ts'
import { downloadsOf, reportDownloadsOf } from '../releases/service.ts'
import { toFacts, toLedger, toOrderRow, toPerson, toRefunds, toRequests, toAttempts } from './presenter.ts'
import {
  ordersPaidWith,
  orderWithPayment,
  otherAttempts,
  postingsFor,
  refundsFor,
  requestsFor,
} from './queries.ts'

/** Other attempts shown of an order. */
const maxAttempts = 20

/** One order with all that belongs to it. Throws not_found. */
export async function orderForStaff(connection: Connection, id: string): Promise<StaffOrderDetail> {
  const row = await orderWithPayment(connection, id)
  if (!row) throw orderNotFound()
  const { memberId, ownerId, projectId, paymentId } = row
  const [buyer, owner, items, attempts, requests, refunds, documents, postings, mails, actions] =
    await Promise.all([
      memberById(connection, memberId),
      memberById(connection, ownerId),
      ordersPaidWith(connection, paymentId),
      otherAttempts(connection, row, maxAttempts),
      requestsFor(connection, id),
      refundsFor(connection, row),
      documentsOf(connection, id),
      postingsFor(connection, id),
      mailsAbout(connection, `payment ${paymentId}`),
      actionsAbout(connection, `order ${id}`),
    ])
  const [downloads, reportDownloads] = await Promise.all([
    row.kind === 'source' ? downloadsOf(connection, memberId, projectId) : [],
    reportDownloadsOf(connection, id),
  ])
  return {
    ...toFacts(row),
    buyer: toPerson(buyer!),
    owner: toPerson(owner!),
    items: items.map((item) => toOrderRow({ ...item, buyerName: '', buyerEmail: '', erasedAt: null })),
    attempts: toAttempts(attempts),
    requests: toRequests(requests),
    refunds: toRefunds(refunds),
    ...documents,
    downloads,
    reportDownloads,
    ledger: toLedger(postings),
    mails,
    actions,
    hasReceipt: items.some(isOwning) && !buyer!.deactivatedAt,
  }
}

export const orderNotFound = () => new ProblemError('not_found', 'Order not found')
