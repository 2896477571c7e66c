import type { Reply } from '#contract/kit/endpoint.ts'
import { ProblemError } from '#contract/kit/problem.ts'
import type { RunAnswer, runAnswers, RunTrouble } from '#contract/orders/run-answers.ts'

import type { Connection, Database } from '../database/connection.ts'
import { isOwning, lockBuyer, orderAt, type OrderRow } from '../orders/service.ts'
import { countRun } from '../projects/service.ts'
import { toAnswer } from './presenter.ts'
import { answerOf, hasDownloaded, keepAnswer, markWithdrawn } from './queries.ts'

export { emptyAnswersOf } from './queries.ts'

interface Said {
  ran: boolean
  reason: RunTrouble | null
  text: string
}
type Answered = Omit<Reply<typeof runAnswers.get>, 'success'>

/** What the member said of one of their orders. Throws not_found for a stranger's. */
export async function runOf(connection: Connection, memberId: string, orderId: string): Promise<Answered> {
  const order = await ownOrder(connection, memberId, orderId)
  const [answer, mayAnswer] = await Promise.all([
    runAnswerOf(connection, orderId),
    isAnswerable(connection, order),
  ])
  return { answer, mayAnswer }
}

/** Keeps what the member says of one of their orders, and counts it with the project. Throws conflict before it was downloaded. */
export const sayRun = (
  { db }: { db: Database },
  memberId: string,
  orderId: string,
  { ran, reason, text }: Said,
): Promise<Answered> =>
  db.transaction().execute(async (trx) => {
    await lockBuyer(trx, memberId)
    const order = await ownOrder(trx, memberId, orderId)
    if (!(await isAnswerable(trx, order)))
      throw new ProblemError('conflict', 'You can say whether it ran when you have downloaded it')
    const before = await answerOf(trx, orderId)
    await keepAnswer(trx, {
      orderId,
      ran,
      reason: ran ? null : reason,
      text,
      answeredAt: new Date(),
    })
    await count(trx, order, { before: before?.ran ?? null, after: ran })
    return runOf(trx, memberId, orderId)
  })

/** Takes what was said of a refunded order out of what counts, in the caller's transaction, which holds the buyer's lock. */
export async function withdrawRun(trx: Connection, order: OrderRow): Promise<void> {
  const withdrawn = await markWithdrawn(trx, order.id)
  if (withdrawn) await count(trx, order, { before: withdrawn.ran, after: null })
}

/** What a buyer said of an order, also when it was refunded since. */
export async function runAnswerOf(connection: Connection, orderId: string): Promise<RunAnswer | null> {
  const row = await answerOf(connection, orderId)
  return row ? toAnswer(row) : null
}

const count = (
  trx: Connection,
  { projectId, amountPaise }: OrderRow,
  { before, after }: { before: boolean | null; after: boolean | null },
) =>
  countRun(trx, projectId, {
    isFree: amountPaise === 0,
    of: Number(after !== null) - Number(before !== null),
    ran: Number(after === true) - Number(before === true),
  })

const isAnswerable = async (connection: Connection, order: OrderRow): Promise<boolean> =>
  order.kind === 'source' && isOwning(order) && (await hasDownloaded(connection, order))

async function ownOrder(connection: Connection, memberId: string, orderId: string): Promise<OrderRow> {
  const order = await orderAt(connection, orderId)
  if (order?.memberId !== memberId) throw new ProblemError('not_found', 'Order not found')
  return order
}
