import { type RawBuilder, sql } from 'kysely'

import type { ListQuery, Sort } from '#contract/projects.ts'

import type { Connection } from '../database/connection.ts'
import { allOf } from './filter-queries.ts'
import { offsetOf } from './page.ts'

export type Window = Pick<ListQuery, 'sort' | 'page' | 'limit'>

/**
 * The ids of one page of the published projects that match, of which there are `total`. Reads the matches and sorts them,
 * or walks the sort's index until the page is full, whichever meets fewer projects: the planner would always walk.
 */
export async function findPage(
  connection: Connection,
  conditions: RawBuilder<unknown>[],
  window: Window,
  { total, of }: { total: number; of: number },
): Promise<string[]> {
  if (total <= offsetOf(window)) return []
  const walked = ((offsetOf(window) + window.limit) * of) / total
  return total < walked
    ? collectPage(connection, conditions, window)
    : walkPage(connection, conditions, window)
}

/** The featured projects, then the best selling, up to a number of them. */
export const findFeatured = (connection: Connection, most: number) =>
  walkPage(connection, [], { sort: 'featured', page: 1, limit: most })

/** Other published projects of the same category as one, best first; of an unpublished one, none. */
export async function findRelated(
  connection: Connection,
  projectId: string,
  most: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select project_id as id from published_projects
    where category = (select category from published_projects where project_id = ${projectId}) and project_id <> ${projectId}
    order by ${orders.featured} limit ${most}`.execute(connection)
  return rows.map(({ id }) => id)
}

/** Each has its index; all end in the id, so that no project is on two pages or on none. */
export const orders: Record<Sort, RawBuilder<unknown>> = {
  featured: sql`is_featured desc, sales_count desc, project_id desc`,
  newest: sql`created_at desc, project_id desc`,
  'price-low': sql`price_paise, project_id`,
  'price-high': sql`price_paise desc, project_id desc`,
  rating: sql`rating desc, rating_count desc, project_id desc`,
}

async function collectPage(connection: Connection, conditions: RawBuilder<unknown>[], window: Window) {
  const { rows } = await sql<{ id: string }>`
    with matches as materialized (
      select project_id, price_paise, rating, rating_count, sales_count, is_featured, created_at
      from published_projects where ${allOf(conditions)}
    )
    select project_id as id from matches order by ${orders[window.sort]} ${cut(window)}`.execute(connection)
  return rows.map(({ id }) => id)
}

export async function walkPage(connection: Connection, conditions: RawBuilder<unknown>[], window: Window) {
  const { rows } = await sql<{ id: string }>`
    select project_id as id from published_projects where ${allOf(conditions)}
    order by ${orders[window.sort]} ${cut(window)}`.execute(connection)
  return rows.map(({ id }) => id)
}

export const cut = (window: Window) => sql`limit ${window.limit} offset ${offsetOf(window)}`
