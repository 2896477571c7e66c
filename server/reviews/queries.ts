import { type Insertable, sql } from 'kysely'

import type { Connection, DB } from '../database/connection.ts'

/** Writes a review and answers it, or nothing when its order has one already. */
export const insertReview = (connection: Connection, review: Insertable<DB['reviews']>) =>
  connection
    .insertInto('reviews')
    .values(review)
    .onConflict((conflict) => conflict.column('orderId').doNothing())
    .returning(['id', 'rating', 'text', 'createdAt'])
    .executeTakeFirst()

/** The newest reviews of a project with their writers' names, up to a number of them. */
export const newestReviews = (connection: Connection, projectId: string, max: number) =>
  connection
    .selectFrom('reviews')
    .innerJoin('members', 'members.id', 'reviews.memberId')
    .select(['reviews.id', 'members.name', 'reviews.rating', 'reviews.text', 'reviews.createdAt'])
    .select(
      sql<string | null>`case when members.is_public then members.profile_picture end`.as('profilePicture'),
    )
    .where('reviews.projectId', '=', projectId)
    .orderBy('reviews.createdAt', 'desc')
    .orderBy('reviews.id', 'desc')
    .limit(max)
    .execute()

/** How many reviews of a project gave 1, 2, 3, 4 and 5. */
export async function ratingDistribution(connection: Connection, projectId: string): Promise<number[]> {
  const rows = await connection
    .selectFrom('reviews')
    .select((read) => ['rating', read.fn.countAll<number>().as('count')])
    .where('projectId', '=', projectId)
    .groupBy('rating')
    .execute()
  return [1, 2, 3, 4, 5].map((rating) => rows.find((row) => row.rating === rating)?.count ?? 0)
}

/** The newest reviews that a member wrote, up to a number of them. */
export const reviewsWritten = (connection: Connection, memberId: string, max: number) =>
  reviewsWithTitle(connection, max).where('reviews.memberId', '=', memberId).execute()

/** The newest reviews of an owner's projects, up to a number of them. */
export const reviewsReceived = (connection: Connection, ownerId: string, max: number) =>
  reviewsWithTitle(connection, max).where('projects.ownerId', '=', ownerId).execute()

const reviewsWithTitle = (connection: Connection, max: number) =>
  connection
    .selectFrom('reviews')
    .innerJoin('projects', 'projects.id', 'reviews.projectId')
    .select(['projectId', 'projects.title', 'rating', 'reviews.createdAt'])
    .orderBy('reviews.createdAt', 'desc')
    .limit(max)
