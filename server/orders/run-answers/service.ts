import type { ReplyFields } from '#contract/kit/endpoint.ts'
import { ProblemError } from '#contract/kit/problem.ts'
import type { ReceivedAnswer, RunAnswer, runAnswers, RunTrouble } from '#contract/orders/run-answers.ts'

import type { Dependencies } from '../../dependencies.ts'
import type { Connection, Found } from '../../platform/database/connection.ts'
import { type Caller, isStaff } from '../../platform/http/caller.ts'
import { mailMember } from '../../platform/mail/send.ts'
import { anyProject, ownProject } from '../../projects/access.ts'
import { recount } from '../../projects/save.ts'
import { lockBuyer } from '../lookup-queries.ts'
import { isOwning } from '../order.ts'
import { orderById, type OrderRow } from '../queries.ts'
import { didNotRunEmail, didNotRunKind, runEmail, runKind } from './emails.ts'
import {
  answerOf,
  answersOf,
  hasDownloaded,
  upsertAnswer,
  recordAsked,
  recordOwnerNotified,
} from './queries.ts'

interface AnswerInput {
  ran: boolean
  reason: RunTrouble | null
  text: string
}
type Answered = ReplyFields<typeof runAnswers.get>

/**
 * The member's answer about one of their orders, and whether they may answer. Throws not_found for another member's
 * order.
 */
export async function runOf(connection: Connection, memberId: string, orderId: string): Promise<Answered> {
  const order = await ownOrder(connection, memberId, orderId)
  const [answer, mayAnswer] = await Promise.all([
    runAnswerOf(connection, orderId),
    isAnswerable(connection, order),
  ])
  return { answer, mayAnswer }
}

/** The buyers' answers about a project, for its owner and staff. Throws not_found as ownProject does. */
export async function runsReceived(
  connection: Connection,
  caller: Caller,
  projectId: string,
): Promise<ReplyFields<typeof runAnswers.received>> {
  const project = await (isStaff(caller)
    ? anyProject(connection, projectId)
    : ownProject(connection, caller.id, projectId))
  const { ranCount, runCount, freeRanCount, freeRunCount } = project
  return {
    answers: (await answersOf(connection, projectId, maxReceived)).map(toReceived),
    runs: { ran: ranCount, of: runCount, freeRan: freeRanCount, freeOf: freeRunCount },
  }
}
const maxReceived = 100

/**
 * Saves the member's answer about one of their orders and counts it for the project; an answer that it did not run is
 * mailed to the owner, once for each order. Throws not_found, and conflict before a download.
 */
export const saveRunAnswer = (
  dependencies: Dependencies,
  memberId: string,
  orderId: string,
  { ran, reason, text }: AnswerInput,
): Promise<Answered> =>
  dependencies.db.transaction().execute(async (trx) => {
    await lockBuyer(trx, memberId)
    const order = await ownOrder(trx, memberId, orderId)
    if (!(await isAnswerable(trx, order)))
      throw new ProblemError('conflict', 'You can say whether it ran when you have downloaded it')
    await upsertAnswer(trx, {
      orderId,
      ran,
      reason: ran ? null : reason,
      text,
      answeredAt: new Date(),
      ownerMayRead: true,
    })
    await recount(trx, order.projectId)
    if (!ran) await tellOwner(dependencies, trx, order, { reason, text })
    return runOf(trx, memberId, orderId)
  })

async function tellOwner(
  dependencies: Dependencies,
  trx: Connection,
  order: OrderRow,
  answer: Omit<AnswerInput, 'ran'>,
) {
  const project = await anyProject(trx, order.projectId, { includeDeleted: true })
  if (project.deletedAt || !(await recordOwnerNotified(trx, order.id))) return
  const { publicUrl } = dependencies.config
  const about = { projectId: project.id, title: project.title, ...answer, publicUrl }
  await mailMember(dependencies, trx, didNotRunKind, project.ownerId, didNotRunEmail(about))
}

/** A buyer's answer about an order, also when it was refunded since, or null. */
export async function runAnswerOf(connection: Connection, orderId: string): Promise<RunAnswer | null> {
  const row = await answerOf(connection, orderId)
  return row ? toAnswer(row) : null
}

const isAnswerable = async (connection: Connection, order: OrderRow): Promise<boolean> =>
  order.kind === 'source' && isOwning(order) && (await hasDownloaded(connection, order))

async function ownOrder(connection: Connection, memberId: string, orderId: string): Promise<OrderRow> {
  const order = await orderById(connection, orderId)
  if (order?.memberId !== memberId) throw new ProblemError('not_found', 'Order not found')
  return order
}

type AnswerRow = Found<typeof answerOf>

/** A buyer's answer; null when there is none. */
const toAnswer = ({ ran, reason, text, answeredAt }: AnswerRow): RunAnswer | null =>
  ran === null || !answeredAt
    ? null
    : { ran, reason: reason as RunAnswer['reason'], text, answeredAt: answeredAt.toISOString() }

/** An answer as the project's owner sees it, without the buyer's name. */
const toReceived = ({ answeredAt, ...row }: Found<typeof answersOf>[number]): ReceivedAnswer => ({
  ran: row.ran!,
  reason: row.reason as ReceivedAnswer['reason'],
  text: row.text,
  answeredAt: answeredAt!.toISOString(),
  isFree: row.isFree,
})

/** The number of days from the first download to the question. */
const days = 3
/** The number of emails that are queued in one transaction. */
const batchSize = 200

/**
 * Asks buyers by email whether what they downloaded ran, once each: one transaction records the question and queues the
 * email.
 */
export async function askWhetherItRan(dependencies: Dependencies, atOnce: number = batchSize): Promise<void> {
  const { publicUrl } = dependencies.config
  const askNext = () =>
    dependencies.db.transaction().execute(async (trx) => {
      const asked = await recordAsked(trx, { days, max: atOnce })
      for (const { memberId, ...about } of asked)
        await mailMember(dependencies, trx, runKind, memberId, runEmail({ ...about, publicUrl }))
      return asked.length === atOnce
    })
  while (await askNext());
}
