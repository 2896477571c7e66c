import { type RawBuilder, sql } from 'kysely'

import type { ListQuery, Sort } from '#contract/projects.ts'

import type { Connection } from '../database/connection.ts'
import { allOf, countMatches, type Filter, filterOf } from './filter-queries.ts'
import { offsetOf, type Page } from './page.ts'

/** Up to so many matches are collected before they are sorted; beyond, walking the sort's index is faster. */
const fewMatches = 5000

/** One page of what is published, with the exact total. */
export async function findPublished(connection: Connection, query: ListQuery): Promise<Page> {
  const filter = filterOf(query)
  if (!filter) return { total: 0, ids: [] }
  // Only a search costs as much to count as to collect.
  const collected = filter.words && (await collect(connection, filter, query))
  if (collected && collected.total <= fewMatches) return collected
  const total = await countMatches(connection, filter)
  if (total <= offsetOf(query)) return { total, ids: [] }
  return total <= fewMatches
    ? collect(connection, filter, query)
    : { total, ids: await walk(connection, filter, query) }
}

/** The featured projects, then the best selling, up to a number of them. */
export const findFeatured = (connection: Connection, most: number) =>
  walk(connection, { conditions: [] }, { sort: 'featured', page: 1, limit: most })

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

type Window = Pick<ListQuery, 'sort' | 'page' | 'limit'>

/**
 * Collects the matches first, then counts and sorts them: the planner would rather walk a sort's index to its end.
 * A total beyond the few says only that there are more. Among few, one named by the searched words comes before one whose
 * description mentions them.
 */
async function collect(connection: Connection, filter: Filter, query: Window): Promise<Page> {
  const named = filter.words ? sql`ts_filter(words, '{a}') @@ (${filter.words})` : sql`true`
  const order = query.sort === 'featured' ? sql`named desc, ${orders.featured}` : orders[query.sort]
  const { rows } = await sql<Page>`
    with matches as materialized (
      select project_id, price_paise, rating, rating_count, sales_count, is_featured, created_at, ${named} as named
      from published_projects where ${allOf(filter)} limit ${fewMatches + 1}
    )
    select (select count(*) from matches) as total,
      array(select project_id from matches order by ${order} limit ${query.limit} offset ${offsetOf(query)}) as ids`.execute(
    connection,
  )
  return rows[0]!
}

async function walk(connection: Connection, filter: Filter, query: Window): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select project_id as id from published_projects where ${allOf(filter)}
    order by ${orders[query.sort]} limit ${query.limit} offset ${offsetOf(query)}`.execute(connection)
  return rows.map(({ id }) => id)
}

/** Each has its index; all end in the id, so that no project is on two pages or on none. */
const orders: Record<Sort, RawBuilder<unknown>> = {
  featured: sql`is_featured desc, sales_count desc, project_id desc`,
  newest: sql`created_at desc, project_id desc`,
  'price-low': sql`price_paise, project_id`,
  'price-high': sql`price_paise desc, project_id desc`,
  rating: sql`rating desc, rating_count desc, project_id desc`,
}
