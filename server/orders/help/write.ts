import type { FastifyRequest } from 'fastify'
import { v7 as uuid } from 'uuid'

import { ProblemError } from '#contract/kit/problem.ts'
import { mayMove } from '#contract/kit/transitions.ts'
import { answerBy } from '#contract/orders/answer-times.ts'
import {
  type HelpActor,
  type HelpKind,
  helpLimits,
  type HelpStatus,
  helpTransitions,
  NewHelpMessage,
} from '#contract/orders/help.ts'

import { memberById } from '../../accounts/lookup-queries.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { Connection } from '../../platform/database/connection.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { RateLimit } from '../../platform/rate-limits/rate-limits.ts'
import { heldNow } from '../../projects/held-texts.ts'
import { recordAudit } from '../../staff/audit/service.ts'
import { lockSales } from '../lock-sales.ts'
import { isOwning } from '../order.ts'
import { orderById, type OrderRow } from '../queries.ts'
import { counting } from './counting.ts'
import { mailAnswered, mailWaiting } from './emails.ts'
import { raiseRefundDays } from './follow-queries.ts'
import { type StoredPicture, withHelpForm } from './pictures.ts'
import { moneyBackUntil } from './presenter.ts'
import {
  type HelpRow,
  insertMessage,
  lastMessage,
  lockNewest,
  requestsOfOrder,
  updateRequest,
} from './queries.ts'
import { orderFor, readThreads, type Threads } from './threads.ts'

/**
 * Writes into the newest help request of an order. What the owner or staff write is an answer; what the buyer writes
 * waits for one, and opens a closed request again. Sending the last message again changes nothing. Throws not_found as
 * threadsOf does and when there is no request, conflict when nothing can be written, too_many_requests, and as
 * withHelpForm does.
 */
export async function writeHelp(
  dependencies: Dependencies,
  caller: Caller,
  orderId: string,
  request: FastifyRequest,
): Promise<Threads> {
  const { db } = dependencies
  const { order, as } = await orderFor(db, caller, orderId)
  requireWritable(order, (await requestsOfOrder(db, orderId))[0], as)
  const save = () =>
    withHelpForm(dependencies, caller, request, NewHelpMessage, ({ text }, pictures) =>
      db.transaction().execute(async (trx) => {
        if (as === 'buyer') await lockSales(trx, order.memberId, [order])
        const isNew = await write(dependencies, trx, { orderId, as, text, pictures })
        if (isNew && as === 'staff')
          await recordAudit(trx, {
            staff: caller,
            action: 'answer help request',
            about: `order ${orderId}`,
            name: order.number,
          })
        return { result: undefined, keepsPictures: isNew }
      }),
    )
  await (as === 'staff' ? save() : counting(dependencies, messagesOfMember(caller.id, as), save))
  return readThreads(dependencies, order, as)
}

interface Written {
  orderId: string
  as: HelpActor
  text: string
  pictures: StoredPicture[]
}

/** Saves a message in the newest request of an order; false when it is the last one already. */
async function write(
  dependencies: Dependencies,
  trx: Connection,
  { orderId, as, text, pictures }: Written,
): Promise<boolean> {
  const locked = await lockNewest(trx, orderId)
  const order = (await orderById(trx, orderId))!
  const request = requireWritable(order, locked, as)
  const { last, count } = await lastMessage(trx, request.id)
  if (last?.writer === as && last.text === text && pictures.length === 0) return false
  if (as !== 'staff' && count >= helpLimits.messages)
    throw new ProblemError('conflict', 'This help request is full. Please write to us on the contact page.')
  const now = new Date()
  const heldAt = as !== 'staff' && request.ownerAnswers ? heldNow(text) : null
  await insertMessage(
    trx,
    { id: uuid(), requestId: request.id, writer: as, text, sentAt: now, heldAt },
    pictures,
  )
  if (as === 'buyer') await reopen(trx, request)
  if (!heldAt) await pass(dependencies, trx, order, (await lockNewest(trx, orderId))!, as)
  return true
}

/** Has a request wait for an answer again when its buyer writes, also a closed one, with the money. */
async function reopen(trx: Connection, request: HelpRow) {
  const to = waitingStatus(request)
  const from = request.status as HelpStatus
  if (!mayMove(helpTransitions, { from, to, by: 'buyer' }) && !request.closedAt) return
  await updateRequest(trx, request.id, { status: to, closedAt: null, endedBy: null })
  await raiseRefundDays(trx, request.orderId)
}

const waitingStatus = ({ escalatedAt }: HelpRow) => (escalatedAt ? 'escalated' : 'open')

/** What follows when a message can be read by the other side: the clock begins or stops, and the other side is told. */
export async function pass(
  dependencies: Dependencies,
  trx: Connection,
  order: OrderRow,
  request: HelpRow,
  by: HelpActor,
): Promise<void> {
  const now = new Date()
  if (by !== 'buyer') {
    await updateRequest(trx, request.id, {
      lastAt: now,
      ...(request.closedAt === null && {
        status: 'answered',
        waitingSince: null,
        dueAt: null,
        lastAnswerAt: now,
        firstAnswerAt: request.firstAnswerAt ?? now,
      }),
    })
    if (request.closedAt !== null || hasJustAnswered(request, now)) return
    return mailAnswered(dependencies, trx, order, { number: request.number, by })
  }
  if (request.closedAt !== null || request.waitingSince !== null)
    return void (await updateRequest(trx, request.id, { lastAt: now }))
  const dueAt = answerBy('message', now)
  await updateRequest(trx, request.id, {
    lastAt: now,
    // It may have been answered while the text was held.
    status: waitingStatus(request),
    waitingSince: now,
    dueAt,
    askedAt: request.askedAt ?? now,
  })
  const owner = await memberById(trx, order.ownerId)
  if (request.ownerAnswers && !request.escalatedAt && !owner?.deactivatedAt)
    await mailWaiting(dependencies, trx, order, {
      kind: request.kind as HelpKind,
      dueAt,
      isNew: request.askedAt === null,
      moneyWaits: moneyBackUntil((await requestsOfOrder(trx, order.id))[0]!) !== null,
    })
}

/** Whether the buyer was mailed about an answer within the hour and has not written since: a flood is one email. */
const hasJustAnswered = ({ status, firstAnswerAt, lastAnswerAt }: HelpRow, now: Date): boolean =>
  status === 'answered' &&
  firstAnswerAt !== null &&
  lastAnswerAt !== null &&
  lastAnswerAt.getTime() > now.getTime() - 3_600_000

/** Returns a request in which somebody may write now. Throws not_found without one, and conflict. */
export function requireWritable<Row extends HelpRow>(
  order: OrderRow,
  request: Row | undefined,
  as: HelpActor,
): Row {
  if (!request || (as === 'owner' && !request.ownerAnswers)) throw noRequest()
  if (!isOwning(order))
    throw new ProblemError('conflict', 'This order is refunded, so the request is closed.')
  if (request.endsAt < new Date())
    throw new ProblemError('conflict', 'The days for help are over. The messages can only be read.')
  if (request.closedAt && as !== 'buyer') throw new ProblemError('conflict', 'This help request is closed.')
  return request
}

export const noRequest = () => new ProblemError('not_found', 'There is no help request about this order.')

/** Limits the messages of a buyer, or of an owner, who has many buyers. */
const messagesOfMember = (memberId: string, as: 'buyer' | 'owner'): RateLimit => {
  const max = as === 'buyer' ? helpLimits.hourly : helpLimits.hourlyAnswers
  const refusal = `You have written ${max} messages within an hour.`
  return { name: `help messages of ${as}`, subject: memberId, max, seconds: 3600, refusal }
}
