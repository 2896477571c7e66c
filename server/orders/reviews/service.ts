import { v7 as uuid } from 'uuid'

import type { HeldText } from '#contract/content/held.ts'
import { isoTime } from '#contract/kit/format.ts'
import { ProblemError } from '#contract/kit/problem.ts'
import type { OwnReview, Review } from '#contract/orders/reviews.ts'
import { shortName } from '#server/accounts/short-name.ts'

import { avatarAddress } from '../../accounts/service.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { Connection } from '../../platform/database/connection.ts'
import type { Caller, StaffCaller } from '../../platform/http/caller.ts'
import { mailMember } from '../../platform/mail/send.ts'
import { countAttempt, type RateLimit } from '../../platform/rate-limits/rate-limits.ts'
import { anyProject, ownProject, requireVisible } from '../../projects/access.ts'
import { decideHeldText, heldNow, toHeldText } from '../../projects/held-texts.ts'
import { recount } from '../../projects/save.ts'
import { decideCase } from '../../staff/decide-case.ts'
import { lockBuyer } from '../lookup-queries.ts'
import { orderById, owningOrder } from '../queries.ts'
import {
  reviewKind,
  reviewEmail,
  replyKind,
  replyEmail,
  hiddenKind,
  hiddenEmail,
  refusedReplyKind,
  refusedReplyEmail,
} from './emails.ts'
import {
  heldReviews,
  updateReview,
  insertReview,
  saveReply,
  settleReply,
  newestReviews,
  ratingDistribution,
  visibleReview,
  reviewById,
  reviewOfOrder,
  setHidden,
} from './queries.ts'
type Member = Caller<'member'>
type Opinion = Pick<Review, 'rating' | 'text'>

/** The number of newest reviews that a page shows; the distribution counts all. */
const maxShown = 100

/** The newest reviews of a project, and the numbers of reviews with 1 to 5 stars. */
export async function reviewsOf(connection: Connection, projectId: string) {
  const [reviews, { paid, free }] = await Promise.all([
    newestReviews(connection, projectId, maxShown),
    ratingDistribution(connection, projectId),
  ])
  return { reviews: reviews.map(toReview), distribution: paid, free: toFreeRating(free) }
}

/** The member's review of a project that they own, or null, and whether they may write one now. */
export async function myReview(connection: Connection, { id }: Member, projectId: string) {
  const purchase = await owningOrder(connection, id, projectId, 'source')
  const review = purchase && (await reviewOfOrder(connection, purchase.orderId))
  return { review: review ? toOwnReview(review) : null, mayWrite: purchase !== undefined && !review }
}

/** Limits what a member writes about all projects, because it is mailed to owners. */
const reviewsOfMember = (memberId: string): RateLimit => ({
  name: 'reviews of member',
  subject: memberId,
  max: 20,
  seconds: 24 * 3600,
  refusal: 'You have written 20 reviews or changes today.',
})

/**
 * Writes a buyer's review, one for each order, and adds it to the project's average if they paid
 * enough of the price. One with contact details
 * waits for staff. Throws not_allowed for a member who did not buy the project, conflict when they have reviewed it,
 * too_many_requests.
 */
export const writeReview = (
  dependencies: Dependencies,
  caller: Member,
  projectId: string,
  { rating, text }: Opinion,
): Promise<Written> =>
  dependencies.db.transaction().execute(async (trx) => {
    const orderId = await requirePurchase(trx, caller, projectId)
    await countAttempt(trx, reviewsOfMember(caller.id))
    const order = await orderById(trx, orderId)
    const isFree = order!.amountPaise === 0 && !order!.isDiscounted
    const heldAt = heldNow(text)
    const review = { id: uuid(), orderId, projectId, memberId: caller.id, rating, text, isFree, heldAt }
    if (!(await insertReview(trx, review)))
      throw new ProblemError('conflict', 'You have reviewed this project already')
    await recount(trx, projectId)
    if (!heldAt) await mailOwner(dependencies, trx, { projectId, rating, text })
    return written(toReview((await reviewOfOrder(trx, orderId))!), heldAt)
  })

interface Written {
  review: Review
  isHeld: boolean
}
const written = (review: Review, heldAt: Date | null): Written => ({ review, isHeld: heldAt !== null })

/** Mails the owner of a project a review of it. */
async function mailOwner(
  dependencies: Dependencies,
  trx: Connection,
  { projectId, ...opinion }: Opinion & { projectId: string },
) {
  const { ownerId, title, deletedAt } = await anyProject(trx, projectId, { includeDeleted: true })
  if (deletedAt) return
  const content = reviewEmail({ projectId, title, ...opinion, publicUrl: dependencies.config.publicUrl })
  await mailMember(dependencies, trx, reviewKind, ownerId, content)
}

/**
 * Changes the member's review of a project that they own, and updates its average; without a text, its text stays. One with contact details waits for
 * staff. Throws not_found when there is none, too_many_requests.
 */
export const editReview = (
  dependencies: Dependencies,
  caller: Member,
  projectId: string,
  changes: Pick<Opinion, 'rating'> & { text?: string | undefined },
): Promise<Written> =>
  dependencies.db.transaction().execute(async (trx) => {
    const orderId = await requirePurchase(trx, caller, projectId)
    const review = await reviewOfOrder(trx, orderId)
    if (!review) throw reviewNotFound()
    const opinion = { ...changes, text: changes.text ?? review.text }
    await countAttempt(trx, reviewsOfMember(caller.id))
    const heldAt = heldNow(opinion.text)
    await updateReview(trx, review.id, { ...opinion, heldAt })
    await recount(trx, projectId)
    if (review.heldAt && !heldAt && review.hiddenReason === null)
      await mailOwner(dependencies, trx, { projectId, ...opinion })
    return written(toReview((await reviewOfOrder(trx, orderId))!), heldAt)
  })

/**
 * Saves the one reply of a project's owner to a review. One with contact details waits for staff. Throws not_found for
 * others' projects.
 */
export const replyToReview = (
  dependencies: Dependencies,
  caller: Member,
  { id: projectId, review: reviewId }: { id: string; review: string },
  text: string,
): Promise<Written> =>
  dependencies.db.transaction().execute(async (trx) => {
    await ownProject(trx, caller.id, projectId)
    const { title } = await anyProject(trx, projectId)
    const review = await visibleReview(trx, projectId, reviewId)
    if (!review) throw reviewNotFound()
    const replyHeldAt = heldNow(text)
    const isFirst = await saveReply(trx, reviewId, { reply: text, replyHeldAt })
    const content = replyEmail({ projectId, title, text, publicUrl: dependencies.config.publicUrl })
    if (isFirst) await mailMember(dependencies, trx, replyKind, review.memberId, content)
    return written(toReview((await visibleReview(trx, projectId, reviewId))!), replyHeldAt)
  })

/**
 * Publishes an owner's reply that waits for staff and mails the buyer, or deletes it for a reason that is mailed to the
 * owner, in the caller's transaction. Throws not_found, and conflict when it does not wait.
 */
export async function decideReply(
  dependencies: Dependencies,
  trx: Connection,
  staff: StaffCaller,
  id: string,
  reason: string | null,
): Promise<void> {
  const review = await lockReview(trx, id)
  if (!review) throw reviewNotFound()
  const { projectId, title, memberId } = review
  const text = review.reply ?? ''
  return decideHeldText(trx, staff, {
    about: `review ${id}`,
    kind: 'reply',
    isHeld: review.replyHeldAt !== null && review.reply !== null,
    reason,
    save: () => settleReply(trx, id, { isPublished: reason === null }),
    tell: async () => {
      const { ownerId, deletedAt } = await anyProject(trx, projectId, { includeDeleted: true })
      if (deletedAt) return
      const reply = { projectId, title, text, publicUrl: dependencies.config.publicUrl }
      if (reason === null) await mailMember(dependencies, trx, replyKind, memberId, replyEmail(reply))
      else
        await mailMember(
          dependencies,
          trx,
          refusedReplyKind,
          ownerId,
          refusedReplyEmail({ ...reply, reason }),
        )
    },
  })
}

/** The reviews and replies that wait for staff, the longest waiting first, at most `max` of each. */
export async function heldForStaff(connection: Connection, max: number): Promise<HeldText[]> {
  const { reviews, replies } = await heldReviews(connection, max)
  return [
    ...reviews.map((row) => toHeldText(row, { kind: 'review', text: row.text, about: null })),
    ...replies.map((row) => toHeldText(row, { kind: 'reply', text: row.reply ?? '', about: row.text })),
  ]
}

/** Throws not_found for a review that is not visible, not_allowed for the member's own. */
export async function requireReportable(
  connection: Connection,
  memberId: string | undefined,
  { id: projectId, review: reviewId }: { id: string; review: string },
): Promise<void> {
  const review = await visibleReview(connection, projectId, reviewId)
  if (!review) throw reviewNotFound()
  if (review.memberId === memberId)
    throw new ProblemError('not_allowed', 'This is your own review. You can change it yourself.')
}

/**
 * Locks a review that is not withdrawn, by its writer's lock, until the transaction ends; undefined when there is none.
 */
export async function lockReview(trx: Connection, id: string) {
  const known = await reviewById(trx, id)
  if (!known) return undefined
  await lockBuyer(trx, known.memberId)
  return reviewById(trx, id)
}
type LockedReview = NonNullable<Awaited<ReturnType<typeof lockReview>>>

/**
 * Hides a locked review for a reason, or shows it when the reason is null, in the caller's transaction; it does not
 * wait for staff any more. A hidden review is removed from the average, and its writer is told by email; its owner is
 * told of one that waited and is shown.
 */
export async function hideReview(
  dependencies: Dependencies,
  trx: Connection,
  staff: StaffCaller,
  review: LockedReview,
  reason: string | null,
): Promise<void> {
  const { id, projectId, rating, text, hiddenReason: before, heldAt } = review
  await decideCase(trx, staff, {
    about: `review ${id}`,
    action: reason === null ? 'keep review' : 'hide review',
    conflict: false,
    carryOut: async () => {
      if (before !== reason || heldAt) await setHidden(trx, id, reason)
      await recount(trx, projectId)
      if (heldAt && reason === null) await mailOwner(dependencies, trx, { projectId, rating, text })
      if (before === null && reason !== null)
        await mailMember(
          dependencies,
          trx,
          hiddenKind,
          review.memberId,
          hiddenEmail({ ...review, reason, publicUrl: dependencies.config.publicUrl }),
        )
      return { before: { hiddenReason: before }, after: { hiddenReason: reason }, result: undefined }
    },
  })
}

export const reviewNotFound = () => new ProblemError('not_found', 'Review not found')

/**
 * The id of the order by which the member owns a project's source. The buyer's lock keeps refunds and other reviews of
 * it out until the transaction ends.
 */
async function requirePurchase(trx: Connection, caller: Member, projectId: string): Promise<string> {
  await lockBuyer(trx, caller.id)
  const purchase = await owningOrder(trx, caller.id, projectId, 'source')
  await (purchase ? anyProject(trx, projectId) : requireVisible(trx, caller, projectId))
  if (!purchase) throw new ProblemError('not_allowed', 'Only people who bought this project can review it')
  return purchase.orderId
}

type Row = Awaited<ReturnType<typeof newestReviews>>[number]

/** A review as the public sees it, with its writer's first name and initial. */
const toReview = (row: Row): Review => ({
  _id: row.id,
  name: shortName(row.name),
  profilePicture: avatarAddress(row.profilePicture),
  rating: row.rating,
  text: row.text,
  createdAt: row.createdAt.toISOString(),
  editedAt: isoTime(row.editedAt),
  isFree: row.isFree,
  isDiscounted: row.isDiscounted,
  reply:
    row.reply !== null && row.repliedAt && !row.replyHeldAt
      ? { text: row.reply, repliedAt: row.repliedAt.toISOString() }
      : null,
})

/** A review as its writer sees it. */
const toOwnReview = (row: Row): OwnReview => ({
  ...toReview(row),
  hiddenReason: row.hiddenReason,
  isHeld: row.heldAt !== null && row.hiddenReason === null,
})

/**
 * The number of reviews of free orders, which count separately, and their average with one decimal, 0 without reviews.
 */
function toFreeRating(distribution: number[]) {
  const count = distribution.reduce((sum, reviews) => sum + reviews, 0)
  const stars = distribution.reduce((sum, reviews, index) => sum + reviews * (index + 1), 0)
  return { count, rating: count === 0 ? 0 : Math.round((stars / count) * 10) / 10 }
}
