import { type RawBuilder, sql } from 'kysely'

import { offsetOf, type PageWindow } from '#contract/kit/paging.ts'

import type { Connection } from '../../database/connection.ts'
import { deletedTitle } from '../removal/queries.ts'

const noRelease = sql<boolean>`release_id is null`

/** Of some projects those that have no release left since staff recalled one. */
export const recalledAmong = (connection: Connection, projectIds: string[]) =>
  among(
    connection,
    projectIds,
    sql`${noRelease} and exists (select from releases where project_id = projects.id and recalled_at is not null)`,
  )

/** How many files some projects have now and how many bytes those are, by project; one without a release is left out. */
export async function filesAmong(connection: Connection, projectIds: string[]) {
  if (projectIds.length === 0) return new Map<string, never>()
  const rows = await connection
    .selectFrom('projects')
    .innerJoin('releases', 'releases.id', 'projects.releaseId')
    .select(['projects.id', 'releases.fileCount', 'releases.totalSize'])
    .where('projects.id', 'in', projectIds)
    .execute()
  return new Map(rows.map(({ id, ...files }) => [id, files]))
}

/** Of some projects those that their owners have put away. */
export const archivedAmong = (connection: Connection, projectIds: string[]) =>
  among(connection, projectIds, sql`archived_at is not null`)

async function among(connection: Connection, projectIds: string[], condition: RawBuilder<boolean>) {
  if (projectIds.length === 0) return []
  const rows = await connection
    .selectFrom('projects')
    .select('id')
    .where('id', 'in', projectIds)
    .where(condition)
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * A project that staff approved and that was archived, switched off or deleted since. Under its title as approved, which a
 * deleted one has lost.
 */
export const takenOffSale = (connection: Connection, projectId: string) =>
  connection
    .selectFrom('projects')
    .select(sql<string>`case when deleted_at is null then title else ${deletedTitle} end`.as('title'))
    .select('category')
    .where('id', '=', projectId)
    .where(
      sql<boolean>`case when deleted_at is null
        then verification_status = 'approved' and (archived_at is not null or not is_active)
        else exists (select from verifications where project_id = projects.id and status = 'approved') end`,
    )
    .executeTakeFirst()

/** One page of an owner's projects, newest first: those that are put away, or the others. */
export async function findOwned(
  connection: Connection,
  ownerId: string,
  { archived, ...window }: PageWindow & { archived: boolean },
) {
  const owned = connection
    .selectFrom('projects')
    .where('ownerId', '=', ownerId)
    .where('deletedAt', 'is', null)
    .where('archivedAt', archived ? 'is not' : 'is', null)
  const [{ total }, rows] = await Promise.all([
    owned.select((project) => project.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    owned
      .select('id')
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc')
      .limit(window.limit)
      .offset(offsetOf(window))
      .execute(),
  ])
  return { total, ids: rows.map(({ id }) => id) }
}
