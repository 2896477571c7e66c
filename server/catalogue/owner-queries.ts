import { sql } from 'kysely'

import { offsetOf, type PageWindow } from '#contract/kit/paging.ts'

import type { Connection } from '../database/connection.ts'
import { type CardRow, cardsOn } from './card-queries.ts'

/** How many projects an owner has published, and the sum and number of their ratings. */
export const publishedFiguresOf = (connection: Connection, ownerId: string) =>
  connection
    .selectFrom('projects')
    .innerJoin('publishedProjects', 'publishedProjects.projectId', 'projects.id')
    .select((from) => [
      from.fn.countAll<number>().as('total'),
      sql<number>`coalesce(sum(projects.rating_sum), 0)::integer`.as('ratingSum'),
      sql<number>`coalesce(sum(projects.rating_count), 0)::integer`.as('ratingCount'),
    ])
    .where('projects.ownerId', '=', ownerId)
    .executeTakeFirstOrThrow()

/** The cards of one page of an owner's published projects, newest first. */
export const readOwned = (connection: Connection, ownerId: string, window: PageWindow): Promise<CardRow[]> =>
  cardsOn(
    connection,
    // An owner has few, so they are read through projects_owner; the catalogue need not know who owns what.
    sql`
      select project_id from published_projects join projects on projects.id = project_id
      where projects.owner_id = ${ownerId} order by projects.created_at desc, project_id desc
      offset ${offsetOf(window)} limit ${window.limit}`,
  ).execute()
