import { type RawBuilder, sql } from 'kysely'

import type { ListQuery, Sort } from '#contract/projects.ts'

import { planOnce } from '../database/plan-once.ts'
import { allOf } from './filter-queries.ts'
import { offsetOf } from './page.ts'

export type Window = Pick<ListQuery, 'sort' | 'page' | 'limit'>
/** A query of the project_ids of one page, in their order. */
export type PageQuery = RawBuilder<unknown>

/**
 * One page of the published projects that match, `total` of them among `of`. Reads the matches and sorts them, or walks the
 * sort's index until the page is full, whichever meets fewer projects: the planner would always walk.
 */
export function pageOf(
  conditions: RawBuilder<unknown>[],
  window: Window,
  { total, of }: { total: number; of: number },
): PageQuery | undefined {
  if (total <= offsetOf(window)) return undefined
  const walked = ((offsetOf(window) + window.limit) * of) / total
  return total < walked ? collectedPage(conditions, window) : walkedPage(conditions, window)
}

/** The featured projects, then the best selling, up to a number of them. */
export const featuredPage = (most: number) => walkedPage([], { sort: 'featured', page: 1, limit: most })

/** Other published projects of the same category as one, best first; of an unpublished one, none. */
export const relatedPage = (projectId: string, most: number): PageQuery => sql`
  select project_id from published_projects
  where category = (select category from published_projects where project_id = ${projectId}) and project_id <> ${projectId}
  order by ${orders.featured} limit ${most}`

/** Each has its index; all end in the id, so that no project is on two pages or on none. */
export const orders: Record<Sort, RawBuilder<unknown>> = {
  featured: sql`is_featured desc, sales_count desc, project_id desc`,
  newest: sql`created_at desc, project_id desc`,
  'price-low': sql`price_paise, project_id`,
  'price-high': sql`price_paise desc, project_id desc`,
  rating: sql`rating desc, rating_count desc, project_id desc`,
}

/** All that the orders need. */
export const sortColumns = sql`project_id, price_paise, rating, rating_count, sales_count, is_featured, created_at`

const collectedPage = (conditions: RawBuilder<unknown>[], window: Window): PageQuery => sql`
  with matches as materialized (
    select ${sortColumns} from published_projects where ${allOf(conditions)}
  )
  select project_id from matches order by ${orders[window.sort]} ${cut(window)}`

const walkedPage = (conditions: RawBuilder<unknown>[], window: Window): PageQuery => sql`
  ${conditions.length === 0 ? planOnce : sql``}
  select project_id from published_projects where ${allOf(conditions)} order by ${orders[window.sort]} ${cut(window)}`

/** The limit stands in the text: without it no plan made beforehand is a good one. */
export const cut = (window: Window) => sql`limit ${sql.lit(window.limit)} offset ${offsetOf(window)}`
