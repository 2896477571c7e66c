import { type RawBuilder, sql } from 'kysely'

import { categories, difficulties } from '#contract/project-lists.ts'
import { type ListQuery } from '#contract/projects.ts'

import type { Connection } from '../database/connection.ts'
import { highestPaise, lowestPaise } from './page.ts'
import { searchWords } from './search-words.ts'

/** What a list query asks of a published project. */
export interface Filter {
  conditions: RawBuilder<unknown>[]
  /** The tsquery of a search. */
  words?: RawBuilder<unknown> | undefined
  /** Set when published_counts can count the matches; otherwise only the projects themselves can. */
  counted?: Pick<ListQuery, 'category' | 'difficulty' | 'technology'> | undefined
}

/** The filter of a query, or nothing when it names a category or difficulty that does not exist. */
export function filterOf({
  search,
  technology,
  minPrice,
  maxPrice,
  ...query
}: ListQuery): Filter | undefined {
  const category = query.category && sameName(categories, query.category)
  const difficulty = query.difficulty && sameName(difficulties, query.difficulty)
  if ((query.category && !category) || (query.difficulty && !difficulty)) return undefined
  const words = search ? searchWords(search) : undefined
  const conditions = [
    category && sql`category = ${category}`,
    difficulty && sql`difficulty = ${difficulty}`,
    technology && sql`folded(technologies) @> array[lower(${technology})]`,
    minPrice !== undefined && sql`price_paise >= ${lowestPaise(minPrice)}`,
    maxPrice !== undefined && sql`price_paise <= ${highestPaise(maxPrice)}`,
    words && sql`words @@ (${words})`,
  ].filter((condition) => typeof condition === 'object')
  const countable = !words && minPrice === undefined && maxPrice === undefined
  return { conditions, words, counted: countable ? { category, difficulty, technology } : undefined }
}

/** The conditions of a filter as one. */
export const allOf = ({ conditions }: Filter) =>
  conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)

/** How many published projects match, exactly. */
export async function countMatches(connection: Connection, filter: Filter): Promise<number> {
  const { rows } = await (filter.counted ? fromCounts(filter.counted) : fromProjects(filter)).execute(
    connection,
  )
  return rows[0]!.total
}

const fromProjects = (filter: Filter) =>
  sql<{ total: number }>`select count(*) as total from published_projects where ${allOf(filter)}`

function fromCounts({ category, difficulty, technology }: NonNullable<Filter['counted']>) {
  const conditions = [technology ? sql`lower(technology) = lower(${technology})` : sql`technology = ''`]
  if (category) conditions.push(sql`category = ${category}`)
  if (difficulty) conditions.push(sql`difficulty = ${difficulty}`)
  return sql<{ total: number }>`
    select coalesce(sum(projects), 0) as total from published_counts where ${allOf({ conditions })}`
}

const sameName = (names: readonly string[], name: string) =>
  names.find((known) => known.toLowerCase() === name.toLowerCase())
