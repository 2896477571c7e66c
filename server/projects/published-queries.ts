import { type RawBuilder, sql } from 'kysely'

import { categories, difficulties, type ListQuery, type Sort } from '#contract/projects.ts'

import type { Connection } from '../database/connection.ts'
import { highestPaise, lowestPaise, offsetOf, type Page } from './page.ts'
import { searchWords } from './search-words.ts'

/** Up to so many matches are collected before they are sorted; beyond, walking the sort's index is faster. */
const fewMatches = 5000

/** One page of what is published, with the exact total. */
export async function findPublished(connection: Connection, query: ListQuery): Promise<Page> {
  const wanted = resolved(query)
  if (!wanted) return { total: 0, ids: [] }
  if (wanted.words) return collect(connection, wanted, query)
  const total = await count(connection, wanted)
  if (total <= offsetOf(query)) return { total, ids: [] }
  return total <= fewMatches
    ? collect(connection, wanted, query)
    : { total, ids: await walk(connection, wanted, query) }
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

interface Wanted {
  conditions: RawBuilder<unknown>[]
  words?: RawBuilder<unknown>
  /** What published_counts can count; absent when only the projects themselves can. */
  counted?: { category?: string; difficulty?: string; technology?: string }
}

/** The conditions of a query, or nothing when it names a category or difficulty that does not exist. */
function resolved({ search, technology, minPrice, maxPrice, ...query }: ListQuery): Wanted | undefined {
  const category = query.category && sameName(categories, query.category)
  const difficulty = query.difficulty && sameName(difficulties, query.difficulty)
  if ((query.category && !category) || (query.difficulty && !difficulty)) return undefined
  const words = search && searchWords(search)
  const conditions = [
    category && sql`category = ${category}`,
    difficulty && sql`difficulty = ${difficulty}`,
    technology && sql`folded(technologies) @> array[lower(${technology})]`,
    minPrice !== undefined && sql`price_paise >= ${lowestPaise(minPrice)}`,
    maxPrice !== undefined && sql`price_paise <= ${highestPaise(maxPrice)}`,
    words && sql`words @@ (${words})`,
  ].filter((condition) => typeof condition === 'object')
  const counted = minPrice === undefined && maxPrice === undefined && { category, difficulty, technology }
  return { conditions, ...(words && { words }), ...(counted && { counted }) } as Wanted
}

async function count(connection: Connection, { conditions, counted }: Wanted): Promise<number> {
  const { rows } = counted
    ? await sql<{ total: number }>`
        select coalesce(sum(projects), 0) as total from published_counts where ${allOf([
          counted.technology ? sql`lower(technology) = lower(${counted.technology})` : sql`technology = ''`,
          ...(counted.category ? [sql`category = ${counted.category}`] : []),
          ...(counted.difficulty ? [sql`difficulty = ${counted.difficulty}`] : []),
        ])}`.execute(connection)
    : await sql<{
        total: number
      }>`select count(*) as total from published_projects where ${allOf(conditions)}`.execute(connection)
  return rows[0]!.total
}

type Window = Pick<ListQuery, 'sort' | 'page' | 'limit'>

/** Collects all matches first, then counts and sorts them: the planner would rather walk a sort's index to its end. */
async function collect(connection: Connection, { conditions, words }: Wanted, query: Window): Promise<Page> {
  const named = words ? sql`ts_filter(words, '{a}') @@ (${words})` : sql`true`
  // A project named so comes before one whose description only mentions it.
  const order = words && query.sort === 'featured' ? sql`named desc, ${orders.featured}` : orders[query.sort]
  const { rows } = await sql<Page>`
    with matches as materialized (
      select project_id, price_paise, rating, rating_count, sales_count, is_featured, created_at, ${named} as named
      from published_projects where ${allOf(conditions)}
    )
    select (select count(*) from matches) as total,
      array(select project_id from matches order by ${order} limit ${query.limit} offset ${offsetOf(query)}) as ids`.execute(
    connection,
  )
  return rows[0]!
}

async function walk(connection: Connection, { conditions }: Wanted, query: Window): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select project_id as id from published_projects where ${allOf(conditions)}
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

const allOf = (conditions: RawBuilder<unknown>[]) =>
  conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)

const sameName = (names: readonly string[], name: string) =>
  names.find((known) => known.toLowerCase() === name.toLowerCase())
