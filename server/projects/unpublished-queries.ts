import { sql } from 'kysely'

import { offsetOf, type PageWindow } from '#contract/kit/paging.ts'

import type { Page } from '../catalogue/service.ts'
import type { Connection } from '../database/connection.ts'

/** Of some projects those that have no release left since staff recalled one. */
export async function recalledAmong(connection: Connection, projectIds: string[]): Promise<string[]> {
  if (projectIds.length === 0) return []
  const rows = await connection
    .selectFrom('projects')
    .select('id')
    .where('id', 'in', projectIds)
    .where('releaseId', 'is', null)
    .where(
      sql<boolean>`exists (select from releases where project_id = projects.id and recalled_at is not null)`,
    )
    .execute()
  return rows.map(({ id }) => id)
}

/** One page of an owner's projects, newest first: those that are put away, or the others. */
export async function findOwned(
  connection: Connection,
  ownerId: string,
  { archived, ...window }: PageWindow & { archived: boolean },
): Promise<Page> {
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
