import { v7 as uuid } from 'uuid'

import { ProblemError } from '#contract/kit/problem.ts'
import type { Review } from '#contract/reviews.ts'

import { memberById } from '../accounts/service.ts'
import type { Caller } from '../http/session.ts'
import { mailMember } from '../mail/enqueue.ts'
import { purchaseOf } from '../orders/service.ts'
import type { Parts } from '../parts.ts'
import { addRating, anyProject, requireVisible } from '../projects/service.ts'
import { reviewEmail, reviewKind } from './emails.ts'
import { toReview } from './presenter.ts'
import { insertReview, newestReviews, ratingDistribution } from './queries.ts'

export { reviewsReceived, reviewsWritten } from './queries.ts'

/** A page shows this many of the newest reviews; the distribution counts all. */
const maxShown = 100

/** The reviews of a project that the caller may see, newest first, and how many gave 1 to 5. */
export async function reviewsOf({ db }: Pick<Parts, 'db'>, caller: Caller | undefined, projectId: string) {
  await requireVisible(db, caller, projectId)
  const [reviews, distribution] = await Promise.all([
    newestReviews(db, projectId, maxShown),
    ratingDistribution(db, projectId),
  ])
  return { reviews: reviews.map(toReview), distribution }
}

/** Writes a buyer's review, one for each order, and takes it into the project's average. Throws not_allowed to those who did not buy. */
export const writeReview = (
  parts: Pick<Parts, 'db' | 'jobs' | 'config' | 'secret'>,
  caller: Caller<'member'>,
  projectId: string,
  { rating, text }: Pick<Review, 'rating' | 'text'>,
): Promise<Review> =>
  parts.db.transaction().execute(async (trx) => {
    const purchase = await purchaseOf(trx, caller.id, projectId, 'source')
    await (purchase ? anyProject(trx, projectId) : requireVisible(trx, caller, projectId))
    if (!purchase) throw new ProblemError('not_allowed', 'Only people who bought this project can review it')
    const review = await insertReview(trx, {
      id: uuid(),
      orderId: purchase.orderId,
      projectId,
      memberId: caller.id,
      rating,
      text,
    })
    if (!review) throw new ProblemError('conflict', 'You have reviewed this project already')
    await addRating(trx, projectId, rating)
    const { ownerId, title } = await anyProject(trx, projectId)
    const owner = await memberById(trx, ownerId)
    const content = reviewEmail({ projectId, title, rating, text, publicUrl: parts.config.publicUrl })
    if (owner && !owner.deactivatedAt) await mailMember(parts, trx, reviewKind, owner, content)
    const writer = await memberById(trx, caller.id)
    const profilePicture = writer?.isPublic ? writer.profilePicture : null
    return toReview({ ...review, name: writer?.name ?? '', profilePicture })
  })
