import { sql } from 'kysely'

import type { Connection } from '../../platform/database/connection.ts'

/**
 * Returns the categories that have published projects, with their number, the lowest price in paise and the id of the
 * first picture of the best project that has one.
 */
export async function countCategories(connection: Connection): Promise<Counted[]> {
  const { rows } = await sql<Counted>`
    select category, sum(projects) as count, (
        select min(price_paise) from published_projects where published_projects.category = counted.category
      ) as min_price_paise, (select picture from (${bestPictures(1)}) best) as picture
    from published_figures counted group by category having sum(projects) > 0`.execute(connection)
  return rows
}

interface Counted {
  category: string
  count: number
  minPricePaise: number | null
  picture: string | null
}

/** A subquery for the first pictures of the nine best projects of `counted.category`, in their order. */
export const bestPictures = (max: number) => sql`
  select picture, place
  from (
    select project_id, row_number() over () as place from (
      select project_id from published_projects where published_projects.category = counted.category
      order by featured_rank desc, sales_count desc, project_id desc limit 9
    ) ordered
  ) best,
  lateral (
    select id as picture from project_images where project_images.project_id = best.project_id order by position limit 1
  ) first_picture
  order by place limit ${sql.lit(max)}`
