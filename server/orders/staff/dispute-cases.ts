import { rupeesOf } from '#contract/kit/amounts.ts'
import type { Reply } from '#contract/kit/endpoint.ts'
import { isoTime } from '#contract/kit/format.ts'
import type { PageWindow } from '#contract/kit/paging.ts'
import { ProblemError } from '#contract/kit/problem.ts'
import type { DocumentNumbers } from '#contract/orders/document-names.ts'
import type { Dispute, DisputeCase, DisputedOrder, disputes } from '#contract/orders/staff/disputes.ts'

import { type Member, memberById } from '../../accounts/lookup-queries.ts'
import type { Connection, Found } from '../../platform/database/connection.ts'
import type { StaffCaller } from '../../platform/http/caller.ts'
import { mailsAbout } from '../../platform/mail/send.ts'
import { recordAudit, recordLook } from '../../staff/audit/service.ts'
import { acceptanceOf } from '../checkout/queries.ts'
import {
  disputeById,
  type DisputeRow,
  disputesIn,
  releaseOf,
  disputedOrdersOf,
  refundAskedAt,
} from '../disputes/queries.ts'
import { downloadsOf, reportDownloadsOf } from '../downloads/service.ts'
import { helpThreadsOf } from '../help/threads.ts'
import { documentsOf } from '../invoices/service.ts'
import type { OrderRow } from '../queries.ts'
import { capturedWith } from '../returns/capture-queries.ts'
import { ratingOfOrder } from '../reviews/queries.ts'
import { runAnswerOf } from '../run-answers/service.ts'
import { seatDownloadsOf } from '../seats/downloads.ts'
import { boughtListings } from '../sold-listings/service.ts'

/** A page of the open or the ended disputes, with the titles of their orders. */
export async function listDisputes(
  connection: Connection,
  { state, ...window }: PageWindow & { state: 'open' | 'ended' },
): Promise<Pick<Reply<typeof disputes.list>, 'disputes' | 'open' | 'pagination'>> {
  const { rows, pagination } = await disputesIn(connection, state, window)
  const { pagination: open } = await disputesIn(connection, 'open', { page: 1, limit: 1 })
  const list = []
  for (const row of rows) {
    const known = await capturedWith(connection, row.gateway, row.gatewayPaymentId)
    list.push(toDispute(row, known?.orders))
  }
  return { disputes: list, open: open.total, pagination }
}

/** A dispute with all evidence of the sale. Throws not_found. */
async function disputeCase(connection: Connection, id: string): Promise<DisputeCase> {
  const row = await disputeById(connection, id)
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

/** A dispute as disputeCase returns it, which is recorded in the audit log. Throws not_found. */
export async function openDispute(
  connection: Connection,
  staff: StaffCaller,
  id: string,
): Promise<DisputeCase> {
  const dispute = await disputeCase(connection, id)
  await recordLook(connection, {
    staff,
    action: 'open dispute',
    about: `dispute ${id}`,
    name: dispute.gatewayId,
  })
  return dispute
}

/** A dispute of which staff take the evidence as a file, which is recorded in the audit log. Throws not_found. */
export async function takeEvidence(
  connection: Connection,
  staff: StaffCaller,
  id: string,
): Promise<DisputeCase> {
  const dispute = await disputeCase(connection, id)
  await recordAudit(connection, {
    staff,
    action: 'take dispute evidence',
    about: `dispute ${id}`,
    name: dispute.gatewayId,
  })
  return dispute
}

async function orderOf(connection: Connection, { id }: DisputeRow, order: OrderRow): Promise<DisputedOrder> {
  const [
    disputedOrders,
    documents,
    downloads,
    reportDownloads,
    seatDownloads,
    run,
    help,
    rating,
    listing,
    askedAt,
    asBought,
  ] = await Promise.all([
    disputedOrdersOf(connection, id),
    documentsOf(connection, order.id),
    order.kind === 'source' ? downloadsOf(connection, order.memberId, order.projectId) : [],
    reportDownloadsOf(connection, order.id),
    seatDownloadsOf(connection, order.id),
    runAnswerOf(connection, order.id),
    helpThreadsOf(connection, order.id),
    ratingOfOrder(connection, order.id),
    releaseOf(connection, order.releaseId),
    refundAskedAt(connection, order.id),
    boughtListings(connection, [order.id]),
  ])
  return toDisputedOrder(order, {
    own: disputedOrders.find(({ orderId }) => orderId === order.id),
    ...documents,
    downloads,
    reportDownloads,
    seatDownloads,
    ran: run?.ran ?? null,
    help,
    rating,
    refundAskedAt: askedAt,
    asBought: asBought.get(order.id)!,
    listing,
  })
}

const toDispute = (row: DisputeRow, orders: readonly OrderRow[] = []): Dispute => ({
  _id: row.id,
  gatewayId: row.gatewayDisputeId,
  gatewayPaymentId: row.gatewayPaymentId,
  amount: rupeesOf(row.amountPaise),
  deducted: row.settledAt ? rupeesOf(row.deductedPaise) : 0,
  reason: row.reason,
  phase: row.phase,
  status: row.status as Dispute['status'],
  openedAt: row.openedAt.toISOString(),
  respondBy: isoTime(row.respondBy),
  settledAt: isoTime(row.settledAt),
  titles: orders.map(({ title }) => title),
})

/** The buyer; the email address of a closed account is omitted for privacy. */
const toBuyer = ({ name, email, createdAt, deactivatedAt }: Member): DisputeCase['buyer'] => ({
  name,
  email: deactivatedAt ? '' : email,
  since: createdAt.toISOString(),
})

const toPayment = ({
  id,
  amountPaise,
  capturedAt,
  state,
}: Found<typeof capturedWith>['payment']): DisputeCase['payment'] => ({
  id,
  amount: rupeesOf(amountPaise),
  capturedAt: capturedAt!.toISOString(),
  state,
})

const toAccepted = ({ terms, acceptedAt, address }: Found<typeof acceptanceOf>): DisputeCase['accepted'] => ({
  terms,
  at: acceptedAt.toISOString(),
  address,
})

type Proofs =
  | keyof DocumentNumbers
  | 'downloads'
  | 'reportDownloads'
  | 'seatDownloads'
  | 'ran'
  | 'help'
  | 'rating'
  | 'asBought'
  | 'listing'

/** An order of a disputed payment with the evidence of its sale. */
const toDisputedOrder = (
  row: OrderRow,
  {
    own,
    refundAskedAt,
    ...proofs
  }: Pick<DisputedOrder, Proofs> & {
    own: { outcome: string | null } | undefined
    refundAskedAt: Date | null | undefined
  },
): DisputedOrder => ({
  ...proofs,
  orderId: row.id,
  number: row.number,
  title: row.title,
  kind: row.kind as DisputedOrder['kind'],
  amount: rupeesOf(row.amountPaise),
  status: row.status,
  orderedAt: row.createdAt.toISOString(),
  completedAt: isoTime(row.completedAt),
  outcome: own ? ((own.outcome ?? 'frozen') as 'frozen') : null,
  policy: row.refundPolicy,
  refundAskedAt: isoTime(refundAskedAt),
})
