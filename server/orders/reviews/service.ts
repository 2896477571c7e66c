import { v7 as uuid } from 'uuid'

import { isoTime } from '#contract/format.ts'
import type { OwnReview, Review } from '#contract/orders/reviews.ts'
import { ProblemError } from '#contract/problem.ts'
import { shortName } from '#server/accounts/short-name.ts'

import { avatarAddress } from '../../accounts/service.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { Connection } from '../../platform/database/connection.ts'
import type { Caller, StaffCaller } from '../../platform/http/caller.ts'
import type { EmailContent } from '../../platform/mail/email.ts'
import { mailMember, type OptionalKind } from '../../platform/mail/send.ts'
import { anyProject, ownProject, requireVisible } from '../../projects/access.ts'
import { addRating, removeRating } from '../../projects/save.ts'
import { recordAudit } from '../../staff/audit/service.ts'
import { lockBuyer } from '../lookup-queries.ts'
import { orderById } from '../queries.ts'
import { purchaseOf } from '../service.ts'
import {
  updateReview,
  insertReview,
  saveReply,
  markWithdrawn,
  newestReviews,
  ratingDistribution,
  visibleReview,
  reviewById,
  reviewOfOrder,
  setHidden,
} from './queries.ts'

type ReviewParts = Pick<Dependencies, 'db' | 'jobs' | 'config' | 'secret'>
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
  const purchase = await purchaseOf(connection, id, projectId, 'source')
  const review = purchase && (await reviewOfOrder(connection, purchase.orderId))
  return { review: review ? toOwnReview(review) : null, mayWrite: purchase !== undefined && !review }
}

/**
 * Writes a buyer's review, one for each order, and adds it to the project's average if they paid enough of the price. Throws not_allowed for a
 * member who did not buy the project, conflict when they have reviewed it.
 */
export const writeReview = (
  parts: ReviewParts,
  caller: Member,
  projectId: string,
  { rating, text }: Opinion,
): Promise<Review> =>
  parts.db.transaction().execute(async (trx) => {
    const orderId = await requirePurchase(trx, caller, projectId)
    const order = await orderById(trx, orderId)
    const { isDiscounted, amountPaise } = order!
    const isFree = amountPaise === 0 && !isDiscounted
    const counts = { isFree, isDiscounted }
    const review = { id: uuid(), orderId, projectId, memberId: caller.id, rating, text, ...counts }
    if (!(await insertReview(trx, review)))
      throw new ProblemError('conflict', 'You have reviewed this project already')
    if (isCounted(counts)) await addRating(trx, projectId, rating)
    const { ownerId, title } = await anyProject(trx, projectId)
    const content = reviewEmail({ projectId, title, rating, text, publicUrl: parts.config.publicUrl })
    await mailMember(parts, trx, reviewKind, ownerId, content)
    return toReview((await reviewOfOrder(trx, orderId))!)
  })

/** Changes the member's review of a project that they own, and updates its average. Throws not_found when there is none. */
export const editReview = (
  { db }: Pick<Dependencies, 'db'>,
  caller: Member,
  projectId: string,
  opinion: Opinion,
): Promise<Review> =>
  db.transaction().execute(async (trx) => {
    const orderId = await requirePurchase(trx, caller, projectId)
    const review = await reviewOfOrder(trx, orderId)
    if (!review) throw reviewNotFound()
    await updateReview(trx, review.id, opinion)
    if (isCounted(review) && review.hiddenReason === null && review.rating !== opinion.rating) {
      await removeRating(trx, projectId, review.rating)
      await addRating(trx, projectId, opinion.rating)
    }
    return toReview((await reviewOfOrder(trx, orderId))!)
  })

/** Saves the one reply of a project's owner to a review. Throws not_found for others' projects. */
export const replyToReview = (
  parts: ReviewParts,
  caller: Member,
  { id: projectId, review: reviewId }: { id: string; review: string },
  text: string,
): Promise<Review> =>
  parts.db.transaction().execute(async (trx) => {
    const { title } = await ownProject(trx, caller.id, projectId)
    const review = await visibleReview(trx, projectId, reviewId)
    if (!review) throw reviewNotFound()
    const isFirst = await saveReply(trx, reviewId, text)
    const content = replyEmail({ projectId, title, text, publicUrl: parts.config.publicUrl })
    if (isFirst) await mailMember(parts, trx, replyKind, review.memberId, content)
    return toReview((await visibleReview(trx, projectId, reviewId))!)
  })

/** Removes the review of a refunded order from the page and the average, in the caller's transaction. */
export async function withdrawReview(trx: Connection, orderId: string): Promise<void> {
  const review = await markWithdrawn(trx, orderId)
  if (review && isCounted(review) && !review.hiddenAt)
    await removeRating(trx, review.projectId, review.rating)
}

/** Throws not_found for a review that is not visible, not_allowed for the member's own. */
export async function requireReportable(
  connection: Connection,
  memberId: string,
  { id: projectId, review: reviewId }: { id: string; review: string },
): Promise<void> {
  const review = await visibleReview(connection, projectId, reviewId)
  if (!review) throw reviewNotFound()
  if (review.memberId === memberId)
    throw new ProblemError('not_allowed', 'This is your own review. You can change it yourself.')
}

/** Locks a review that is not withdrawn, by its writer's lock, until the transaction ends; undefined when there is none. */
export async function lockReview(trx: Connection, id: string) {
  const known = await reviewById(trx, id)
  if (!known) return undefined
  await lockBuyer(trx, known.memberId)
  return reviewById(trx, id)
}
type LockedReview = NonNullable<Awaited<ReturnType<typeof lockReview>>>

/**
 * Hides a locked review for a reason, or shows it when the reason is null, in the caller's transaction. A hidden review is
 * removed from the average, and its writer is told by email.
 */
export async function hideReview(
  parts: ReviewParts,
  trx: Connection,
  staff: StaffCaller,
  review: LockedReview,
  reason: string | null,
): Promise<void> {
  const { id, projectId, rating, hiddenReason: before } = review
  if (before !== reason) await setHidden(trx, id, reason)
  if (isCounted(review) && before === null && reason !== null) await removeRating(trx, projectId, rating)
  if (isCounted(review) && before !== null && reason === null) await addRating(trx, projectId, rating)
  await recordAudit(trx, {
    staff,
    action: reason === null ? 'keep review' : 'hide review',
    about: `review ${id}`,
    before: { hiddenReason: before },
    after: { hiddenReason: reason },
  })
  if (before !== null || reason === null) return
  const content = hiddenEmail({ ...review, reason, publicUrl: parts.config.publicUrl })
  await mailMember(parts, trx, hiddenKind, review.memberId, content)
}

/** Returns whether a review is part of the average: not of what was free, and not of what was bought at a discount. */
const isCounted = ({ isFree, isDiscounted }: Pick<Review, 'isFree' | 'isDiscounted'>) =>
  !isFree && !isDiscounted

export const reviewNotFound = () => new ProblemError('not_found', 'Review not found')

/** The id of the order by which the member owns a project's source. The buyer's lock keeps refunds and other reviews of it out until the transaction ends. */
async function requirePurchase(trx: Connection, caller: Member, projectId: string): Promise<string> {
  await lockBuyer(trx, caller.id)
  const purchase = await purchaseOf(trx, caller.id, projectId, 'source')
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
    row.reply !== null && row.repliedAt ? { text: row.reply, repliedAt: row.repliedAt.toISOString() } : null,
})

/** A review as its writer sees it. */
const toOwnReview = (row: Row): OwnReview => ({ ...toReview(row), hiddenReason: row.hiddenReason })

/** The number of reviews of free orders, which count separately, and their average with one decimal, 0 without reviews. */
function toFreeRating(distribution: number[]) {
  const count = distribution.reduce((sum, reviews) => sum + reviews, 0)
  const stars = distribution.reduce((sum, reviews, index) => sum + reviews * (index + 1), 0)
  return { count, rating: count === 0 ? 0 : Math.round((stars / count) * 10) / 10 }
}

const reviewKind: OptionalKind = {
  name: 'review',
  why: 'somebody reviewed your project',
  preference: 'notifications',
}

interface Written {
  projectId: string
  title: string
  rating: number
  text: string
  publicUrl: string
}

/** Tells the owner of a project what a buyer wrote about it. */
const reviewEmail = ({ projectId, title, rating, text, publicUrl }: Written): EmailContent => ({
  subject: `New review of ${title}`,
  paragraphs: [`A buyer gave “${title}” ${rating} out of 5 stars.`, ...(text ? [`“${text}”`] : [])],
  button: { label: 'Read It on the Page', url: `${publicUrl}/projects/${projectId}` },
})

const replyKind: OptionalKind = {
  name: 'review-reply',
  why: 'you reviewed this project',
  preference: 'notifications',
}

/** Tells the writer of a review what the owner replied. */
const replyEmail = ({ projectId, title, text, publicUrl }: Omit<Written, 'rating'>): EmailContent => ({
  subject: `The owner replied to your review of ${title}`,
  paragraphs: [`The owner of “${title}” replied:`, `“${text}”`, 'You can change your review at any time.'],
  button: { label: 'Read It on the Page', url: `${publicUrl}/projects/${projectId}` },
})

const hiddenKind: OptionalKind = {
  name: 'review-hidden',
  why: 'you reviewed this project',
  preference: 'notifications',
}

/** Tells the writer of a review why staff hid it. */
const hiddenEmail = ({
  orderId,
  title,
  reason,
  publicUrl,
}: {
  orderId: string
  title: string
  reason: string
  publicUrl: string
}): EmailContent => ({
  subject: `Your review of ${title} was taken off the page`,
  paragraphs: [
    `Our staff took your review of “${title}” off its page. It does not count in the rating either.`,
    `Why: ${reason}`,
    'You can still see it on the page of your order.',
  ],
  button: { label: 'Go to Your Order', url: `${publicUrl}/orders/${orderId}` },
})
