import { type RawBuilder, sql } from 'kysely'

import type { ListQuery, Sort } from '#contract/catalogue/catalogue.ts'
import { offsetOf } from '#contract/paging.ts'

import type { Connection } from '../../platform/database/connection.ts'
import { type CardRow, cardsOn } from '../card-queries.ts'
import { allOf, type Choice, conditionsOf } from '../filter-queries.ts'

export type Window = Pick<ListQuery, 'sort' | 'page' | 'limit'>

/**
 * One page of the published projects of a choice, `total` of them among `of`. Reads the matches and sorts them, or walks the
 * sort's index until the page is full, whichever meets fewer projects: the planner would always walk, 540 ms for
 * a list with all filters at 1,000,000 projects instead of 2.
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
  const conditions = allOf(conditionsOf(choice))
  const isCollected = total < ((offset + limit) * of) / total
  const matches = isCollected
    ? sql`(with matches as materialized (select ${sortColumns} from published_projects where ${conditions}) select * from matches) matches`
    : sql`published_projects where ${conditions}`
  return cardsOn(
    connection,
    sql`select project_id from ${matches} order by ${orders[sort]} offset ${offset} limit ${limit}`,
  ).execute()
}

/** The featured projects in their order, at most `max`; where they are fewer than `min`, the best selling follow. */
export const readFeatured = (
  connection: Connection,
  { min, max }: { min: number; max: number },
): Promise<CardRow[]> =>
  cardsOn(
    connection,
    sql`
      select project_id from (
        select project_id, featured_rank, row_number() over (order by ${orders.featured}) as place
        from published_projects order by ${orders.featured} limit ${max}
      ) first where featured_rank > 0 or place <= ${min} order by first.place`,
  ).execute()

/** Other published projects of the same category as one, best first; of an unpublished one, none. */
export const readRelated = (connection: Connection, projectId: string, max: number): Promise<CardRow[]> =>
  cardsOn(
    connection,
    sql`
      select project_id from published_projects
      where category = (select category from published_projects where project_id = ${projectId}) and project_id <> ${projectId}
      order by ${orders.featured} limit ${max}`,
  ).execute()

/** Each has its index; all end in the id, so that no project is on two pages or on none. */
export const orders: Record<Sort, RawBuilder<unknown>> = {
  featured: sql`featured_rank desc, sales_count desc, project_id desc`,
  newest: sql`created_at desc, project_id desc`,
  'price-low': sql`price_paise, project_id`,
  'price-high': sql`price_paise desc, project_id desc`,
  rating: sql`rating desc, rating_count desc, project_id desc`,
}

/** All that the orders need. */
export const sortColumns = sql`project_id, price_paise, rating, rating_count, sales_count, featured_rank, created_at`
