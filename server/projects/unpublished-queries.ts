import { offsetOf, type PageWindow } from '#contract/kit/paging.ts'

import type { Page } from '../catalogue/service.ts'
import type { Connection } from '../database/connection.ts'

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
