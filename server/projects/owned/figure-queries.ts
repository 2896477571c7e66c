import { sql } from 'kysely'

import type { Connection } from '../../database/connection.ts'

/** How many projects an owner has, how often they were downloaded, and the sum and number of their ratings. */
export const figuresOfOwner = (connection: Connection, ownerId: string) =>
  connection
    .selectFrom('projects')
    .select([
      sql<number>`count(*)`.as('projects'),
      sql<number>`coalesce(sum(download_count), 0)`.as('downloads'),
      sql<number>`coalesce(sum(rating_sum), 0)`.as('ratingSum'),
      sql<number>`coalesce(sum(rating_count), 0)`.as('reviews'),
    ])
    .where('ownerId', '=', ownerId)
    .where('deletedAt', 'is', null)
    .executeTakeFirstOrThrow()

/** An owner's newest projects, up to a number of them, deleted ones included. */
export const recentProjects = (connection: Connection, ownerId: string, max: number) =>
  connection
    .selectFrom('projects')
    .select(['id', 'title', 'createdAt'])
    .where('ownerId', '=', ownerId)
    .orderBy('createdAt', 'desc')
    .limit(max)
    .execute()

/** The titles of all projects of an owner, deleted ones included, by their ids. */
export async function titlesOfOwner(
  connection: Connection,
  ownerId: string,
): Promise<Map<string, { title: string; isDeleted: boolean }>> {
  const rows = await connection
    .selectFrom('projects')
    .select(['id', 'title', 'deletedAt'])
    .where('ownerId', '=', ownerId)
    .execute()
  return new Map(rows.map(({ id, title, deletedAt }) => [id, { title, isDeleted: deletedAt !== null }]))
}
