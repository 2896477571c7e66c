import type { Reply } from '#contract/kit/endpoint.ts'
import type { PageWindow } from '#contract/kit/paging.ts'
import { ProblemError } from '#contract/kit/problem.ts'
import { mayMove } from '#contract/kit/transitions.ts'
import {
  type RefundCase,
  type RefundDecision,
  type refundRequests,
  refundRequestTransitions,
} from '#contract/orders/refunds.ts'

import { memberById } from '../../accounts/lookup-queries.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { Connection } from '../../platform/database/connection.ts'
import type { StaffCaller } from '../../platform/http/caller.ts'
import { findingsFor } from '../../projects/findings/service.ts'
import { decideCase } from '../../staff/decide-case.ts'
import { mayActAlone } from '../../staff/second-person.ts'
import { staffName } from '../../staff/service.ts'
import { downloadsOf, reportDownloadsOf } from '../downloads/service.ts'
import { helpThreadsOf } from '../help/threads.ts'
import { documentsOf } from '../invoices/service.ts'
import { lockSales } from '../lock-sales.ts'
import { paymentById } from '../payment-queries.ts'
import { moveOrder, orderById } from '../queries.ts'
import { mailDeclined } from '../returns/emails.ts'
import { finalSales } from '../returns/final-sale-queries.ts'
import { refundsOfOrders } from '../returns/queries.ts'
import { refundOrders, requireUndisputed } from '../returns/refund.ts'
import { toCase } from '../returns/request-presenter.ts'
import {
  updateRequest,
  historyOf,
  lockRequest,
  requestById,
  requestsIn,
  type RequestWithOrder,
} from '../returns/request-queries.ts'
import { ratingOfOrder } from '../reviews/queries.ts'
import { runAnswerOf } from '../run-answers/service.ts'
import { seatDownloadsOf } from '../seats/downloads.ts'
import { boughtListings } from '../sold-listings/service.ts'

interface Decision {
  decision: RefundDecision
  note: string
}

/** A page of the waiting or the decided requests, with their evidence. */
export async function listCases(
  connection: Connection,
  staff: StaffCaller,
  { state, ...window }: PageWindow & { state: 'waiting' | 'decided' },
): Promise<Pick<Reply<typeof refundRequests.cases>, 'refunds' | 'waiting' | 'pagination'>> {
  const { rows, pagination } = await requestsIn(connection, state, window)
  const { pagination: waiting } = await requestsIn(connection, 'waiting', { page: 1, limit: 1 })
  const refunds: RefundCase[] = []
  for (const row of rows) refunds.push(await caseOf(connection, staff, row))
  return { refunds, waiting: waiting.total, pagination }
}

/**
 * Decides a waiting request, in one transaction with all consequences. Approval refunds the order; declining completes
 * it again. Returns false when the sale is final and the approval is the first of two, which changes nothing yet. Of
 * several decisions at once one counts; the others throw conflict. Throws not_found, not_allowed for the second approval
 * by the first person, and conflict for an approval while the payment is disputed.
 */
export const decideRequest = (
  dependencies: Dependencies,
  staff: StaffCaller,
  id: string,
  { decision, note: words }: Decision,
): Promise<boolean> =>
  dependencies.db.transaction().execute(async (trx) => {
    const known = await requestById(trx, id)
    const order = known && (await orderById(trx, known.orderId))
    if (!order) throw new ProblemError('not_found', 'Request not found')
    await lockSales(trx, order.memberId, [order])
    const { outcome, approvalBy: firstId } = await lockRequest(trx, id)
    const isApproved = decision === 'approve'
    const to = isApproved ? 'approved' : 'declined'
    if (isApproved) await requireUndisputed(trx, order.id)
    const note = words || null
    return decideCase(trx, staff, {
      about: `order ${order.id}`,
      name: order.number,
      action: `${decision} refund`,
      conflict:
        !mayMove(refundRequestTransitions, { from: (outcome ?? 'waiting') as 'waiting', to, by: 'staff' }) &&
        'This request is decided already. Reload the page to see how.',
      people: {
        act: isApproved && (await isFinal(trx, order.id)) ? 'refundFinalSale' : 'refund',
        firstId,
        refusal: 'You approved it. Another member of staff approves it too.',
        begin: {
          action: 'begin refund',
          after: { note },
          save: async () => {
            await updateRequest(trx, id, { approvalBy: staff.id, approvalNote: words })
            return false
          },
        },
      },
      carryOut: async (decidedBy) => {
        if (isApproved) {
          const payment = await paymentById(trx, order.paymentId)
          await refundOrders(dependencies, trx, payment, [order], { cause: 'requested', decidedBy, note })
        } else {
          await moveOrder(trx, order.id, 'completed', 'staff')
          await updateRequest(trx, id, { outcome: to, note, decidedBy, decidedAt: new Date() })
          await mailDeclined(dependencies, trx, order, words)
        }
        const { status } = (await orderById(trx, order.id))!
        return { before: { status: order.status }, after: { status, note }, result: true }
      },
    })
  })

/** Whether the refund of an order takes two people: its sale is final. */
export const isFinal = async (connection: Connection, orderId: string) =>
  (await finalSales(connection, [orderId])).has(orderId)

async function caseOf(connection: Connection, staff: StaffCaller, row: RequestWithOrder) {
  const { buyerId, ownerId, projectId, orderId } = row
  const refund = (await refundsOfOrders(connection, [orderId])).get(orderId)
  const asBought = (await boughtListings(connection, [orderId])).get(orderId)!
  const [
    buyer,
    owner,
    findings,
    downloads,
    reportDownloads,
    seatDownloads,
    run,
    help,
    rating,
    history,
    documents,
  ] = await Promise.all([
    memberById(connection, buyerId),
    memberById(connection, ownerId),
    findingsFor(connection, staff, projectId),
    downloadsOf(connection, buyerId, projectId),
    reportDownloadsOf(connection, orderId),
    seatDownloadsOf(connection, orderId),
    runAnswerOf(connection, orderId),
    helpThreadsOf(connection, orderId),
    ratingOfOrder(connection, orderId),
    historyOf(connection, buyerId),
    documentsOf(connection, orderId),
  ])
  const isFinalSale = !row.outcome && (await isFinal(connection, orderId))
  const isEnough = !isFinalSale || (await mayActAlone(connection, staff, 'refundFinalSale'))
  const { approvalBy, approvalNote } = row
  const isApprovedByCaller = approvalBy === staff.id
  const approval = {
    isFinalSale,
    firstApproval:
      !row.outcome && approvalBy
        ? { by: await staffName(connection, approvalBy), note: approvalNote ?? '' }
        : null,
    needsSecondPerson: !isEnough && (approvalBy === null || isApprovedByCaller),
    mayApprove: isEnough || !isApprovedByCaller,
  }
  const known = {
    approval,
    refund,
    findings,
    downloads,
    reportDownloads,
    seatDownloads,
    run,
    help,
    rating,
    asBought,
    history,
    documents,
  }
  return toCase(row, { buyer, owner, ...known })
}
