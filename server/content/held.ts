import type { held } from '#contract/content/held.ts'
import type { Received, ReplyFields } from '#contract/kit/endpoint.ts'
import { ProblemError } from '#contract/kit/problem.ts'

import type { Dependencies } from '../dependencies.ts'
import { decideHeldHelp, heldHelp } from '../orders/help/held.ts'
import { decideReply, heldForStaff, lockReview, reviewNotFound } from '../orders/reviews/service.ts'
import type { Connection } from '../platform/database/connection.ts'
import type { StaffCaller } from '../platform/http/caller.ts'
import { decideHeld as decideQuestion, questionsForStaff } from '../projects/questions/service.ts'
import { samplesForStaff } from '../projects/samples/service.ts'
import { decideReviewIn } from './complaints/decide.ts'

/** The number of texts of each kind that are listed at once. */
const maxListed = 100

/** All that members wrote and that waits for staff, the longest waiting first. */
export async function heldItems(connection: Connection): Promise<ReplyFields<typeof held.list>> {
  const [questions, reviews, messages, samples] = await Promise.all([
    questionsForStaff(connection, maxListed),
    heldForStaff(connection, maxListed),
    heldHelp(connection, maxListed),
    samplesForStaff(connection),
  ])
  const texts = [...questions, ...reviews, ...messages].toSorted((one, other) =>
    one.heldAt < other.heldAt ? -1 : 1,
  )
  return { texts, samples }
}

/** The number of things that wait for staff, and since when the oldest text does. */
export async function countHeld(connection: Connection) {
  const { texts, samples } = await heldItems(connection)
  return { count: texts.length + samples.length, oldest: texts[0]?.heldAt ?? null }
}

/**
 * Publishes a text that waits for staff, or refuses it for a reason. Throws not_found, and conflict when it does not
 * wait.
 */
export const decideHeld = (
  dependencies: Dependencies,
  staff: StaffCaller,
  { kind, id }: Received<typeof held.decide>['params'],
  { decision, reason }: Received<typeof held.decide>['body'],
): Promise<void> =>
  dependencies.db.transaction().execute(async (trx) => {
    const why = decision === 'refuse' ? reason : null
    if (kind === 'question' || kind === 'answer')
      return decideQuestion(dependencies, trx, staff, { kind, id }, why)
    if (kind === 'help') return decideHeldHelp(dependencies, trx, staff, id, why)
    if (kind === 'reply') return decideReply(dependencies, trx, staff, id, why)
    const review = await lockReview(trx, id)
    if (!review) throw reviewNotFound()
    if (!review.heldAt || review.hiddenReason !== null)
      throw new ProblemError('conflict', 'This does not wait any more. Reload the page.')
    await decideReviewIn(dependencies, trx, staff, id, { decision: why === null ? 'keep' : 'hide', reason })
  })
