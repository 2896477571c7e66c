import { type Insertable, sql } from 'kysely'

import type { Connection } from '../../platform/database/connection.ts'
import type { DB } from '../../platform/database/tables.ts'
import { isDiscounted } from '../lookup-queries.ts'

/** Inserts a review unless its order has one. Returns its id, or undefined. */
export const insertReview = (connection: Connection, review: Insertable<DB['reviews']>) =>
  connection
    .insertInto('reviews')
    .values(review)
    .onConflict((conflict) => conflict.column('orderId').doNothing())
    .returning('id')
    .executeTakeFirst()

/** Reviews that are not withdrawn, with their writers' names. */
const withWriter = (connection: Connection) =>
  connection
    .selectFrom('reviews')
    .innerJoin('members', 'members.id', 'reviews.memberId')
    .select(['reviews.id', 'members.name', 'reviews.rating', 'reviews.text', 'reviews.createdAt'])
    .select([
      'reviews.editedAt',
      'reviews.isFree',
      isDiscounted.as('isDiscounted'),
      'reviews.reply',
      'reviews.repliedAt',
      'hiddenReason',
    ])
    .select(['reviews.heldAt', 'reviews.replyHeldAt'])
    .select(
      sql<string | null>`case when members.is_public then members.profile_picture end`.as('profilePicture'),
    )
    .where('reviews.withdrawnAt', 'is', null)

/** The newest visible reviews of a project, at most `max`. */
export const newestReviews = (connection: Connection, projectId: string, max: number) =>
  withWriter(connection)
    .where('hiddenAt', 'is', null)
    .where('heldAt', 'is', null)
    .where('reviews.projectId', '=', projectId)
    .orderBy('reviews.createdAt', 'desc')
    .orderBy('reviews.id', 'desc')
    .limit(max)
    .execute()

export const reviewOfOrder = (connection: Connection, orderId: string) =>
  withWriter(connection).where('reviews.orderId', '=', orderId).executeTakeFirst()

/** A visible review of a project, with its writer's id. */
export const visibleReview = (connection: Connection, projectId: string, id: string) =>
  withWriter(connection)
    .select('reviews.memberId')
    .where('hiddenAt', 'is', null)
    .where('heldAt', 'is', null)
    .where('reviews.projectId', '=', projectId)
    .where('reviews.id', '=', id)
    .executeTakeFirst()

export const updateReview = (
  trx: Connection,
  id: string,
  change: { rating: number; text: string; heldAt: Date | null },
) =>
  trx
    .updateTable('reviews')
    .set({ ...change, editedAt: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()

/** Saves the owner's reply; returns whether it is the first that does not wait for staff. */
export async function saveReply(
  trx: Connection,
  id: string,
  { reply, replyHeldAt }: { reply: string; replyHeldAt: Date | null },
): Promise<boolean> {
  const before = await trx
    .selectFrom('reviews')
    .select(['repliedAt', 'replyHeldAt'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  await trx
    .updateTable('reviews')
    .set({ reply, replyHeldAt, repliedAt: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
  return replyHeldAt === null && (before.repliedAt === null || before.replyHeldAt !== null)
}

/** Publishes a reply that waits for staff, or deletes it. */
export const settleReply = (trx: Connection, id: string, { isPublished }: { isPublished: boolean }) =>
  trx
    .updateTable('reviews')
    .set({ replyHeldAt: null, ...(!isPublished && { reply: null, repliedAt: null }) })
    .where('id', '=', id)
    .execute()

/** Deletes the replies to the reviews of these projects. */
export const deleteReplies = (trx: Connection, projectIds: string[]) =>
  trx
    .updateTable('reviews')
    .set({ reply: null, repliedAt: null, replyHeldAt: null })
    .where('projectId', 'in', projectIds)
    .where('reply', 'is not', null)
    .execute()

/**
 * The numbers of a project's reviews with 1, 2, 3, 4 and 5 stars: of paid and of free orders, without those that paid far
 * less than the price.
 */
export async function ratingDistribution(connection: Connection, projectId: string) {
  const rows = await connection
    .selectFrom('reviews')
    .select((read) => ['rating', 'isFree', read.fn.countAll<number>().as('count')])
    .where('projectId', '=', projectId)
    .where('withdrawnAt', 'is', null)
    .where('hiddenAt', 'is', null)
    .where('heldAt', 'is', null)
    .where(sql<boolean>`not ${isDiscounted}`)
    .groupBy(['rating', 'isFree'])
    .execute()
  const counts = (isFree: boolean) =>
    [1, 2, 3, 4, 5].map(
      (rating) => rows.find((row) => row.rating === rating && row.isFree === isFree)?.count ?? 0,
    )
  return { paid: counts(false), free: counts(true) }
}

/** Takes the review of a refunded order off the page. */
export const withdrawReview = (trx: Connection, orderId: string) =>
  trx
    .updateTable('reviews')
    .set({ withdrawnAt: sql<Date>`now()` })
    .where('orderId', '=', orderId)
    .where('withdrawnAt', 'is', null)
    .execute()

/** The rating of an order's review, also of a withdrawn one, or null. */
export async function ratingOfOrder(connection: Connection, orderId: string): Promise<number | null> {
  const review = await connection
    .selectFrom('reviews')
    .select('rating')
    .where('orderId', '=', orderId)
    .executeTakeFirst()
  return review?.rating ?? null
}

/** A review that is not withdrawn, visible or hidden, with its project's title. */
export const reviewById = (connection: Connection, id: string) =>
  connection
    .selectFrom('reviews')
    .innerJoin('projects', 'projects.id', 'reviews.projectId')
    .selectAll('reviews')
    .select('projects.title')
    .where('reviews.id', '=', id)
    .where('withdrawnAt', 'is', null)
    .executeTakeFirst()

/** Hides a review for a reason, or shows it again when the reason is null; it does not wait for staff any more. */
export const setHidden = (trx: Connection, id: string, reason: string | null) =>
  trx
    .updateTable('reviews')
    .set({ hiddenReason: reason, hiddenAt: reason === null ? null : sql<Date>`now()`, heldAt: null })
    .where('id', '=', id)
    .execute()

/**
 * The reviews and replies that wait for staff, the longest waiting first, at most `max` of each, and who wrote them.
 */
export async function heldReviews(connection: Connection, max: number) {
  const held = (at: 'reviews.heldAt' | 'replyHeldAt', writer: 'reviews.memberId' | 'projects.ownerId') =>
    connection
      .selectFrom('reviews')
      .innerJoin('projects', 'projects.id', 'reviews.projectId')
      .innerJoin('members', 'members.id', writer)
      .select(['reviews.id', 'projectId', 'projects.title', 'members.name', 'members.email'])
      .select(['text', 'reply'])
      .select((review) => review.ref(at).$notNull().as('heldAt'))
      .where(at, 'is not', null)
      .where('withdrawnAt', 'is', null)
      .where('hiddenAt', 'is', null)
      .where('projects.deletedAt', 'is', null)
      .orderBy(at)
      .limit(max)
      .execute()
  const [reviews, replies] = await Promise.all([
    held('reviews.heldAt', 'reviews.memberId'),
    held('replyHeldAt', 'projects.ownerId'),
  ])
  return { reviews, replies }
}
