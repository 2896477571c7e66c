import { type Insertable, sql } from 'kysely'

import type { PageWindow } from '#contract/kit/paging.ts'
import { entitlingStatuses } from '#contract/orders/orders.ts'

import { editedProjects } from '../catalogue/lookup-queries.ts'
import type { Connection } from '../platform/database/connection.ts'
import { pageOf } from '../platform/database/paging.ts'
import type { DB } from '../platform/database/tables.ts'
import { withJsonTexts } from './json-columns.ts'
import { isPublished } from './queries.ts'

/** Inserts a project. Answers false when its owner already used this idempotency key. */
export async function insertProject(
  connection: Connection,
  project: Insertable<DB['projects']>,
): Promise<boolean> {
  const inserted = await connection
    .insertInto('projects')
    .values(withJsonTexts(project))
    .onConflict((conflict) =>
      conflict.columns(['ownerId', 'idempotencyKey']).where('idempotencyKey', 'is not', null).doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** The project created with an owner's idempotency key, even when it is deleted since. */
export const projectByKey = (connection: Connection, ownerId: string, idempotencyKey: string) =>
  connection
    .selectFrom('projects')
    .select(['id', 'requestHash'])
    .where('ownerId', '=', ownerId)
    .where('idempotencyKey', '=', idempotencyKey)
    .executeTakeFirstOrThrow()

/** Makes other transactions that create a project of this owner wait, so that they count each other's. */
export async function lockDrafts(trx: Connection, ownerId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('drafts:' || ${ownerId}, 0))`.execute(trx)
}

/** The number of an owner's projects that have no files. */
export const countDrafts = async (connection: Connection, ownerId: string): Promise<number> =>
  (
    await connection
      .selectFrom(editedProjects)
      .select((read) => read.fn.countAll<number>().as('count'))
      .where('ownerId', '=', ownerId)
      .where('releaseId', 'is', null)
      .where('deletedAt', 'is', null)
      .executeTakeFirstOrThrow()
  ).count

/** The ids of one page of an owner's projects, newest first: the archived ones, or the others. */
export const findOwned = (
  connection: Connection,
  ownerId: string,
  { archived, ...window }: PageWindow & { archived: boolean },
) =>
  pageOf(
    connection,
    connection
      .selectFrom('projects')
      .select('id')
      .where('ownerId', '=', ownerId)
      .where('deletedAt', 'is', null)
      .where('archivedAt', archived ? 'is not' : 'is', null)
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc'),
    window,
  )

/** Those of some projects that somebody has, also for nothing. */
export async function boughtAmong(connection: Connection, projectIds: string[]): Promise<Set<string>> {
  if (projectIds.length === 0) return new Set()
  const bought = await connection
    .selectFrom('orders')
    .select('projectId')
    .distinct()
    .where('projectId', 'in', projectIds)
    .where('status', 'in', entitlingStatuses)
    .execute()
  return new Set(bought.map(({ projectId }) => projectId))
}

/**
 * The number of files and of bytes of some projects' present releases, null without a release, whether a change waits,
 * and whether they are on sale, by project.
 */
export async function filesAmong(connection: Connection, projectIds: string[]) {
  if (projectIds.length === 0) return new Map<string, never>()
  const rows = await connection
    .selectFrom(editedProjects)
    .leftJoin('releases', 'releases.id', 'projects.releaseId')
    .select(['projects.id', 'releases.fileCount', 'releases.totalSize'])
    .select([sql<boolean>`has_changes`.as('hasChanges'), isPublished.as('isOnSale')])
    .where('projects.id', 'in', projectIds)
    .execute()
  return new Map(rows.map(({ id, ...files }) => [id, files]))
}
