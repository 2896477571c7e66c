import { sql } from 'kysely'

import type { Connection } from '../database/connection.ts'

/** A text that staff keep under a name, or undefined when they keep none. */
export async function readSetting(connection: Connection, name: string): Promise<unknown> {
  const row = await connection
    .selectFrom('settings')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirst()
  return row?.value
}

/** Figures of the categories that have published projects; the rating is over all their reviews. Prices in paise. */
export async function figuresByCategory(connection: Connection, category?: string): Promise<Figures[]> {
  const { rows } = await sql<Figures>`
    select category, count(*) as count, round(avg(price_paise)) as avg_price,
      min(price_paise) as min_price, max(price_paise) as max_price, sum(rating_count) as reviews,
      coalesce(round(sum(rating * rating_count) / nullif(sum(rating_count), 0), 2), 0) as avg_rating
    from published_projects where ${category ? sql`category = ${category}` : sql`true`}
    group by category`.execute(connection)
  return rows
}

interface Figures {
  category: string
  count: number
  avgPrice: number
  minPrice: number
  maxPrice: number
  avgRating: number
  reviews: number
}

/** The technologies of each category's published projects, most used first, each in its usual spelling. */
export async function technologiesByCategory(connection: Connection) {
  const { rows } = await sql<{ category: string; technologies: string[] }>`
    with spelled as (
      select category, technology, sum(projects) as projects from published_counts
      where technology <> '' group by category, technology having sum(projects) > 0
    ), named as (
      select category, (array_agg(technology order by projects desc, technology))[1] as name, sum(projects) as projects
      from spelled group by category, lower(technology)
    )
    select category, array_agg(name order by projects desc, lower(name)) as technologies
    from named group by category`.execute(connection)
  return rows
}

/** How many projects are published, and how many members have a completed order. */
export async function countSuccess(connection: Connection) {
  const { rows } = await sql<{ projectsCreated: number; happyClients: number }>`
    select
      (select coalesce(sum(projects), 0) from published_counts where technology = '') as projects_created,
      (select count(distinct member_id) from orders where status = 'completed') as happy_clients`.execute(
    connection,
  )
  return rows[0]!
}
