import type { Connection } from '../../platform/database/connection.ts'

/** The newest reviews that a member wrote, at most `max`. */
export const reviewsWritten = (connection: Connection, memberId: string, max: number) =>
  reviewsWithTitle(connection, max).where('reviews.memberId', '=', memberId).execute()

/** The newest visible reviews of an owner's projects, at most `max`. */
export const reviewsReceived = (connection: Connection, ownerId: string, max: number) =>
  reviewsWithTitle(connection, max)
    .where('projects.ownerId', '=', ownerId)
    .where('hiddenAt', 'is', null)
    .where('heldAt', 'is', null)
    .execute()

const reviewsWithTitle = (connection: Connection, max: number) =>
  connection
    .selectFrom('reviews')
    .innerJoin('projects', 'projects.id', 'reviews.projectId')
    .select(['projectId', 'projects.title', 'rating', 'reviews.createdAt'])
    .where('withdrawnAt', 'is', null)
    .orderBy('reviews.createdAt', 'desc')
    .limit(max)
