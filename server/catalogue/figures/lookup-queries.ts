import { sql } from 'kysely'

import type { Connection } from '../../platform/database/connection.ts'
import { bestPictures } from './queries.ts'

/** Returns the number of published projects, from the figures alone. */
export async function countPublished(connection: Connection): Promise<number> {
  const { rows } = await sql<{ projects: number }>`
    select coalesce(sum(projects), 0) as projects from published_figures`.execute(connection)
  return rows[0]!.projects
}

/** Returns the categories that have published projects. */
export async function publishedCategories(connection: Connection): Promise<string[]> {
  const { rows } = await sql<{ category: string }>`
    select category from (${listed}) listed order by category`.execute(connection)
  return rows.map(({ category }) => category)
}

const listed = sql`select category from published_figures group by category having sum(projects) > 0`

/**
 * Returns the technologies of published projects, most used first, each in its most common spelling; `beginning`
 * restricts them to those that begin with a text or have one of the `names` in lower case, which come first.
 */
export async function countTechnologies(
  connection: Connection,
  {
    beginning = '',
    names = [],
    max = null,
  }: { beginning?: string; names?: string[]; max?: number | null } = {},
): Promise<{ name: string; count: number }[]> {
  const { rows } = await sql<{ name: string; count: number }>`
    select (array_agg(spelling order by projects desc, spelling))[1] as name, sum(projects)::integer as count
    from (
      select technology, spelling, sum(projects) as projects from published_facets
      where category = '' and difficulty = '' and price_step = -1 and technology <> ''
        and (starts_with(technology, lower(${beginning})) or technology = any (${names}::text[]))
      group by technology, spelling having sum(projects) > 0
    ) spelled
    group by technology order by technology = any (${names}::text[]) desc, count desc, technology limit ${max}`.execute(
    connection,
  )
  return rows
}

/**
 * Returns the figures of the categories that have published projects; the rating is over all their reviews. Prices in
 * paise.
 */
export async function figuresByCategory(connection: Connection): Promise<Figures[]> {
  const priceAt = (end: 'min' | 'max') => sql`(
    select ${sql.raw(end)}(price_paise) from published_projects where published_projects.category = published_figures.category
  )`
  const { rows } = await sql<Figures>`
    select category, sum(projects) as count, round(sum(price_sum) / sum(projects)) as avg_price,
      ${priceAt('min')} as min_price, ${priceAt('max')} as max_price, sum(rating_count) as reviews,
      coalesce(round(sum(rating_sum) / nullif(sum(rating_count), 0), 2), 0) as avg_rating
    from published_figures group by category having sum(projects) > 0`.execute(connection)
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

/** Returns the ids of the first pictures of each category's best projects, at most three. */
export async function picturesByCategory(connection: Connection) {
  const { rows } = await sql<{ category: string; pictures: string[] }>`
    select category, array_agg(picture order by place) as pictures
    from (${listed}) counted,
      lateral (${bestPictures(3)}) pictures
    group by category`.execute(connection)
  return rows
}

/**
 * Returns the technologies of each category's published projects, most used first, each in its most common spelling.
 */
export async function technologiesByCategory(connection: Connection) {
  const { rows } = await sql<{ category: string; technologies: string[] }>`
    with spelled as (
      select category, technology, spelling, sum(projects) as projects from published_facets
      where category <> '' and difficulty = '' and price_step = -1 and technology <> ''
      group by category, technology, spelling having sum(projects) > 0
    ), named as (
      select category, (array_agg(spelling order by projects desc, spelling))[1] as name, sum(projects) as projects
      from spelled group by category, technology
    )
    select category, array_agg(name order by projects desc, lower(name)) as technologies
    from named group by category`.execute(connection)
  return rows
}
