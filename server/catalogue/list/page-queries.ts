import { sql } from 'kysely'

import { offsetOf } from '#contract/kit/paging.ts'

import { compiledQuery } from '../../platform/database/compiled-query.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { type CardRow, selectCards } from '../card-queries.ts'
import { allOf, type Choice, conditionsOf, orderBy, orderColumns, type Window } from '../filter-queries.ts'

/**
 * Returns one page of the published projects that match the filters, `total` of them among `of`. Reads the matches and
 * sorts them, or reads the index of the sort until the page is full, whichever reads fewer projects; the planner alone
 * would always use the index.
 */
export async function readPage(
  connection: Connection,
  choice: Choice,
  window: Window,
  { total, of }: { total: number; of: number },
): Promise<CardRow[]> {
  const offset = offsetOf(window)
  if (total <= offset) return []
  const { sort, limit } = window
  const isCollected = total < ((offset + limit) * of) / total
  return selectPage(connection, { ...choice, offset, limit }, [sort, isCollected])
}

type Slice = { offset: number; limit: number }
const selectPage = compiledQuery(
  (
    connection,
    { offset, limit, ...choice }: Choice & Slice,
    [sort, isCollected]: [Window['sort'], boolean],
  ) => {
    const conditions = allOf(conditionsOf(choice))
    const matches = isCollected
      ? sql`(with matches as materialized (select ${orderColumns} from published_projects where ${conditions}) select ${orderColumns} from matches) matches`
      : sql`published_projects where ${conditions}`
    return selectCards(
      connection,
      sql`select project_id from ${matches} order by ${orderBy(sort)} offset ${offset} limit ${limit}`,
    ).compile()
  },
)

/**
 * Returns the featured projects in their order, at most `max`; when they are fewer than `min`, the best selling follow.
 */
export const readFeatured = (
  connection: Connection,
  { min, max }: { min: number; max: number },
): Promise<CardRow[]> =>
  selectCards(
    connection,
    sql`
      select project_id from (
        select project_id, featured_rank, row_number() over (order by ${orderBy('featured')}) as place
        from published_projects order by ${orderBy('featured')} limit ${max}
      ) first where featured_rank > 0 or place <= ${min} order by first.place`,
  ).execute()

/** Returns other published projects of a project's category, best first; none when it is not published. */
export const readRelated = (connection: Connection, projectId: string, max: number): Promise<CardRow[]> =>
  selectCards(
    connection,
    sql`
      select project_id from published_projects
      where category = (select category from published_projects where project_id = ${projectId}) and project_id <> ${projectId}
      order by ${orderBy('featured')} limit ${max}`,
  ).execute()
