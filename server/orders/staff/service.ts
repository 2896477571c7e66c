import { z } from 'zod'

import type { Received, ReplyFields } from '#contract/kit/endpoint.ts'
import { limits } from '#contract/kit/limits.ts'
import { ProblemError } from '#contract/kit/problem.ts'
import type { StaffOrderDetail, staffOrders } from '#contract/orders/staff/orders.ts'

import { matchingMemberIds, searchMemberIds } from '../../accounts/lookup-queries.ts'
import { memberById } from '../../accounts/lookup-queries.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { containing, isIndexed } from '../../platform/database/text-search.ts'
import type { StaffCaller } from '../../platform/http/caller.ts'
import { mailsAbout } from '../../platform/mail/send.ts'
import { countAttempt, countIfAllowed, type RateLimit } from '../../platform/rate-limits/rate-limits.ts'
import { actionsAbout, recordAudit, recordLook } from '../../staff/audit/service.ts'
import { downloadsOf, reportDownloadsOf } from '../downloads/service.ts'
import { documentsOf } from '../invoices/service.ts'
import { isOwning, orderNumbersIn } from '../order.ts'
import { ordersPaidWith } from '../queries.ts'
import { seatsOf } from '../seats/queries.ts'
import { mailReceipt } from '../settle/emails.ts'
import {
  toAttempts,
  toFacts,
  toLedger,
  toOrderRow,
  toPerson,
  toRefunds,
  toRequests,
  toSeat,
} from './presenter.ts'
import {
  type OrderCriteria,
  orderIdsAbout,
  orderIdsMatching,
  orderIdsPaidWith,
  ordersIn,
  orderWithPayment,
  otherAttempts,
  postingsFor,
  refundsFor,
  requestsFor,
} from './queries.ts'

/** An order with what staff need to know of it, which is recorded in the audit log. Throws not_found. */
export async function openOrder(
  connection: Connection,
  staff: StaffCaller,
  id: string,
): Promise<StaffOrderDetail> {
  const order = await orderForStaff(connection, id)
  await recordLook(connection, { staff, action: 'open order', about: `order ${id}`, name: order.number })
  return order
}

/**
 * Mails the receipt of an order's payment to its buyer again, with the items that they still own. A repetition with the
 * same key does nothing. Throws not_found; conflict when there is nothing to send or nobody to send it to;
 * too_many_requests.
 */
export const sendReceiptAgain = (
  dependencies: Dependencies,
  staff: StaffCaller,
  orderId: string,
  key: string,
): Promise<StaffOrderDetail> =>
  dependencies.db.transaction().execute(async (trx) => {
    const order = await orderWithPayment(trx, orderId)
    if (!order) throw orderNotFound()
    if (!(await countIfAllowed(trx, pressOf(staff.id, key)))) return orderForStaff(trx, orderId)
    const buyer = await memberById(trx, order.memberId)
    if (!buyer || buyer.deactivatedAt)
      throw new ProblemError('conflict', 'The account of this buyer is closed, so no mail goes to it.')
    const delivered = (await ordersPaidWith(trx, order.paymentId)).filter(isOwning)
    if (delivered.length === 0)
      throw new ProblemError(
        'conflict',
        'There is nothing to send: nothing of this payment was bought and kept.',
      )
    await countAttempt(trx, receiptsOf(order.paymentId))
    const { invoice: number, invoiceKind: kind } = await documentsOf(trx, delivered[0]!.id)
    const invoice = number && kind ? { number, kind } : undefined
    await mailReceipt(dependencies, trx, buyer.id, { delivered, undelivered: [], invoice })
    await recordAudit(trx, {
      staff,
      action: 'send receipt again',
      about: `order ${orderId}`,
      name: order.number,
    })
    return orderForStaff(trx, orderId)
  })

/** Limits one press of the button to one email: a browser may send it twice. */
const pressOf = (staffId: string, key: string): RateLimit => ({
  name: 'receipt press',
  subject: `${staffId} ${key}`,
  max: 1,
  seconds: 24 * 3600,
  refusal: 'This was sent already.',
})

const receiptsOf = (paymentId: string): RateLimit => ({
  name: 'receipts of payment',
  subject: paymentId,
  max: 3,
  seconds: 3600,
  refusal: 'This was sent again three times within an hour.',
})

/** The most other attempts that the page of an order shows. */
const maxAttempts = 20

/** An order with its payment, documents, downloads, postings, emails and actions. Throws not_found. */
async function orderForStaff(connection: Connection, id: string): Promise<StaffOrderDetail> {
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
      Promise.all([`order ${id}`, `payment ${paymentId}`].map((about) => actionsAbout(connection, about))),
    ])
  const [downloads, reportDownloads, seats] = await Promise.all([
    row.kind === 'source' ? downloadsOf(connection, memberId, projectId) : [],
    reportDownloadsOf(connection, id),
    row.kind === 'source' ? seatsForStaff(connection, id, projectId) : [],
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
    seats,
    ledger: toLedger(postings),
    mails,
    actions: actions.flat().toSorted((one, other) => one.at.localeCompare(other.at)),
    hasReceipt: items.some(isOwning) && !buyer!.deactivatedAt,
  }
}

/** The seats of an order, with what who has them downloaded. */
const seatsForStaff = async (connection: Connection, orderId: string, projectId: string) =>
  Promise.all(
    (await seatsOf(connection, orderId)).map(async (seat) =>
      toSeat(seat, seat.memberId ? await downloadsOf(connection, seat.memberId, projectId) : []),
    ),
  )

const orderNotFound = () => new ProblemError('not_found', 'Order not found')

/** A page of all orders, or of those that match a search or a status, newest first. */
export async function listOrders(
  connection: Connection,
  { search = '', status, ...window }: Received<typeof staffOrders.list>['query'],
): Promise<ReplyFields<typeof staffOrders.list>> {
  const filter = search ? await filterOf(connection, search) : {}
  const { rows, pagination } = await ordersIn(connection, { status, ...filter }, window)
  return { orders: rows.map(toOrderRow), pagination }
}

/** The filter for a search text: the ids of few orders, or the criteria when there are many. */
async function filterOf(
  connection: Connection,
  search: string,
): Promise<{ ids?: string[]; named?: OrderCriteria }> {
  const max = limits.countedMatches
  if (z.uuid().safeParse(search).success)
    return { ids: await orderIdsAbout(connection, search, limits.staffListed) }
  const paid = await orderIdsPaidWith(connection, search)
  if (paid.length > 0) return { ids: paid }
  const pattern = isIndexed(search) ? containing(search) : undefined
  const numbers = orderNumbersIn(search)
  const members = pattern ? await searchMemberIds(connection, pattern, max + 1) : []
  const named = { numbers, members, pattern }
  if (pattern && members.length > max) return { named: { ...named, members: matchingMemberIds(pattern) } }
  const ids = await orderIdsMatching(connection, named, max + 1)
  return ids.length > max ? { named } : { ids }
}
