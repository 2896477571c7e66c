import type { ReplyFields } from '#contract/kit/endpoint.ts'
import type { PageWindow } from '#contract/kit/paging.ts'
import { ProblemError } from '#contract/kit/problem.ts'
import type { help } from '#contract/orders/help.ts'

import type { Dependencies } from '../../dependencies.ts'
import type { Connection } from '../../platform/database/connection.ts'
import type { StaffCaller } from '../../platform/http/caller.ts'
import { decideCase } from '../../staff/decide-case.ts'
import { requestsForStaff } from '../help/list-queries.ts'
import { countLateHelp } from '../help/lookup-queries.ts'
import { toHelpRow } from '../help/presenter.ts'
import { lockNewest, updateRequest } from '../help/queries.ts'
import { lockSales } from '../lock-sales.ts'
import { paymentById } from '../payment-queries.ts'
import { orderById } from '../queries.ts'
import { refundOrders, requireUndisputed } from '../returns/refund.ts'
import { requestsAbout } from '../returns/request-queries.ts'
import { decideRequest, isFinal } from './refund-cases.ts'

/** A page of the help requests that wait for staff, of all open ones, or of the closed ones. */
export async function listHelp(
  connection: Connection,
  { state, ...window }: PageWindow & { state: 'waiting' | 'open' | 'closed' },
): Promise<ReplyFields<typeof help.list>> {
  const [{ rows, pagination }, waiting, late] = await Promise.all([
    requestsForStaff(connection, state, window),
    requestsForStaff(connection, 'waiting', { page: 1, limit: 1 }),
    countLateHelp(connection),
  ])
  return { requests: rows.map(toHelpRow), waiting: waiting.pagination.total, late: late.count, pagination }
}

/**
 * Refunds the order of a help request by staff, in one transaction with all consequences, or approves the refund that its
 * buyer asks for. Returns false when the sale is final and the approval is the first of two, which changes nothing yet.
 * Throws not_found without a help request, not_allowed for the second approval by the first person, and conflict when
 * the order is refunded, or while the payment is disputed.
 */
export async function refundByStaff(
  dependencies: Dependencies,
  staff: StaffCaller,
  orderId: string,
  note: string,
): Promise<boolean> {
  const { db } = dependencies
  const asked = (await requestsAbout(db, orderId)).find(({ outcome }) => outcome === null)
  if (asked) return decideRequest(dependencies, staff, asked.id, { decision: 'approve', note })
  return db.transaction().execute(async (trx) => {
    const known = await orderById(trx, orderId)
    if (!known) throw new ProblemError('not_found', 'Order not found')
    await lockSales(trx, known.memberId, [known])
    const request = await lockNewest(trx, orderId)
    if (!request) throw new ProblemError('not_found', 'There is no help request about this order.')
    const order = (await orderById(trx, orderId))!
    const isRefundable = order.status === 'completed'
    if (isRefundable) await requireUndisputed(trx, orderId)
    return decideCase(trx, staff, {
      about: `order ${orderId}`,
      name: order.number,
      action: 'refund order',
      conflict:
        !isRefundable && 'This order is refunded, or its refund waits for a decision. Reload the page.',
      people: {
        act: (await isFinal(trx, orderId)) ? 'refundFinalSale' : 'refund',
        firstId: request.approvalBy,
        refusal: 'You approved it. Another member of staff approves it too.',
        begin: {
          action: 'begin refund',
          after: { note },
          save: async () => {
            await updateRequest(trx, request.id, { approvalBy: staff.id, approvalNote: note })
            return false
          },
        },
      },
      carryOut: async (decidedBy) => {
        const payment = await paymentById(trx, order.paymentId)
        await refundOrders(dependencies, trx, payment, [order], { cause: 'requested', decidedBy, note })
        return { before: { status: order.status }, after: { status: 'refunded', note }, result: true }
      },
    })
  })
}
