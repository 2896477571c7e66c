import { sql } from 'kysely'

import type { Connection } from '../../platform/database/connection.ts'

/**
 * Whether a release is newer than the one on sale, because staff took its approval back after somebody had ordered it:
 * nobody else gets it.
 */
export const isTakenBack = sql<boolean>`(releases.status = 'approved' and exists (
  select from projects join releases sold on sold.id = projects.release_id
  where projects.id = releases.project_id and sold.number < releases.number))`

/**
 * Whether no approval of a release was taken back, or another one stands: what somebody had ordered stays approved when
 * staff take its approval back.
 */
export const isApprovalStanding = sql<boolean>`(not exists (
  select from verifications decision join verifications undo on undo.undoes = decision.id
  where decision.project_id = releases.project_id and decision.release_id = releases.id and decision.status = 'approved'
) or exists (
  select from verifications decision
  where decision.project_id = releases.project_id and decision.release_id = releases.id and decision.status = 'approved'
    and not exists (select from verifications undo where undo.undoes = decision.id)))`

/** The id of the newest release that staff approved, or of the newest before another. */
export const newestApproved = async (
  connection: Connection,
  projectId: string,
  before?: number,
): Promise<string | undefined> =>
  (
    await connection
      .selectFrom('releases')
      .select('id')
      .where('projectId', '=', projectId)
      .where('status', '=', 'approved')
      .$if(before !== undefined, (query) => query.where('number', '<', before!))
      .orderBy('number', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.id

/** The time at which a release was created. Throws when there is no such release. */
export const releasedAt = async (connection: Connection, releaseId: string): Promise<Date> =>
  (
    await connection
      .selectFrom('releases')
      .select('createdAt')
      .where('id', '=', releaseId)
      .executeTakeFirstOrThrow()
  ).createdAt

/** Tells whether a release of a project was recalled at or after a time. */
export const recalledSince = async (
  connection: Connection,
  projectId: string,
  time: Date,
): Promise<boolean> =>
  (await connection
    .selectFrom('releases')
    .select('id')
    .where('projectId', '=', projectId)
    .where('recalledAt', '>=', time)
    .executeTakeFirst()) !== undefined

/**
 * The bytes that the source files of all releases, of which equal ones are stored once, and their archives take in the
 * store.
 */
export async function storedSourceBytes(connection: Connection): Promise<number> {
  const { bytes } = await connection
    .selectFrom('blobs')
    .select(
      sql<number>`coalesce(sum(size), 0) + (select coalesce(sum(archive_size), 0) from releases)`.as('bytes'),
    )
    .executeTakeFirstOrThrow()
  return bytes
}
