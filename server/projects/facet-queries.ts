import { sql } from 'kysely'

import type { Connection } from '../database/connection.ts'

/** The categories that have published projects, with their number and the lowest price in paise. */
export async function countCategories(connection: Connection) {
  const { rows } = await sql<{ category: string; count: number; minPricePaise: number | null }>`
    select category, sum(projects) as count,
      (select min(price_paise) from published_projects where published_projects.category = published_counts.category) as min_price_paise
    from published_counts where technology = ''
    group by category having sum(projects) > 0`.execute(connection)
  return rows
}

/** The technologies of published projects, most used first, each in its usual spelling. */
export async function countTechnologies(connection: Connection) {
  const { rows } = await sql<{ name: string; count: number }>`
    with spelled as (
      select technology, sum(projects) as projects from published_counts
      where technology <> '' group by technology having sum(projects) > 0
    )
    select (array_agg(technology order by projects desc, technology))[1] as name, sum(projects)::integer as count
    from spelled group by lower(technology) order by count desc, lower(technology)`.execute(connection)
  return rows
}
