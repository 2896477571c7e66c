import { ProblemError } from '#contract/kit/problem.ts'
import { answerBy } from '#contract/orders/answer-times.ts'
import { helpLimits, type HelpStatus, helpTransitions } from '#contract/orders/help.ts'

import type { Dependencies } from '../../dependencies.ts'
import type { Connection } from '../../platform/database/connection.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { recordAudit } from '../../staff/audit/service.ts'
import { orderById, type OrderRow } from '../queries.ts'
import { mailEscalated } from './emails.ts'
import { escalatableAt } from './presenter.ts'
import { type HelpRow, lockNewest, requestsOfOrder, updateRequest } from './queries.ts'
import { orderFor, readThreads, type Threads } from './threads.ts'
import { noRequest, requireWritable } from './write.ts'

/**
 * Marks the newest help request of an order as solved, as its buyer, or calls staff, as its buyer after enough silence or
 * as staff. Said again, it changes nothing. Throws not_found as threadsOf does, not_allowed for others, and conflict.
 */
export async function changeHelp(
  dependencies: Dependencies,
  caller: Caller,
  orderId: string,
  status: 'solved' | 'escalated',
): Promise<Threads> {
  const { db } = dependencies
  const { order, as } = await orderFor(db, caller, orderId)
  await db.transaction().execute(async (trx) => {
    const request = await lockNewest(trx, orderId)
    if (!request || (as === 'owner' && !request.ownerAnswers)) throw noRequest()
    const from = request.status as HelpStatus
    const isDone =
      status === 'solved' ? from === 'solved' : request.escalatedAt !== null && request.closedAt === null
    if (isDone && as !== 'owner') return
    if (!Object.values(helpTransitions).some((to) => to[status]?.includes(as)))
      throw new ProblemError(
        'not_allowed',
        'Only its buyer says that a request is solved, and who asks calls staff.',
      )
    requireWritable((await orderById(trx, orderId))!, request, status === 'solved' ? 'buyer' : as)
    if (status === 'solved') return solve(trx, request)
    return escalate(dependencies, trx, caller, order, as as 'buyer' | 'staff')
  })
  return readThreads(dependencies, order, as)
}

const solve = async (trx: Connection, request: HelpRow) => {
  await updateRequest(trx, request.id, {
    status: 'solved',
    closedAt: request.closedAt ?? new Date(),
    endedBy: 'solved',
    waitingSince: null,
    dueAt: null,
  })
}

async function escalate(
  dependencies: Dependencies,
  trx: Connection,
  caller: Caller,
  order: OrderRow,
  by: 'buyer' | 'staff',
) {
  const [request] = await requestsOfOrder(trx, order.id)
  if (request!.closedAt) throw new ProblemError('conflict', 'This help request is closed.')
  if (!request!.isOwnersTurn) throw new ProblemError('conflict', 'Our staff answer this request already.')
  const at = escalatableAt(request!)
  if (by === 'buyer' && (at === null || at > new Date()))
    throw new ProblemError(
      'conflict',
      `You can call our staff when nobody has answered for ${helpLimits.silentHours} hours; Saturdays and Sundays do not count.`,
    )
  const now = new Date()
  const dueAt = answerBy('message', now)
  await updateRequest(trx, request!.id, {
    status: 'escalated',
    escalatedAt: now,
    waitingSince: request!.waitingSince ?? now,
    dueAt,
    askedAt: request!.askedAt ?? now,
  })
  await mailEscalated(dependencies, trx, order, { dueAt, by })
  if (by === 'staff')
    await recordAudit(trx, {
      staff: caller,
      action: 'take over help request',
      about: `order ${order.id}`,
      name: order.number,
    })
}
