import { type RawBuilder, sql } from 'kysely'

import { highestPaise, lowestPaise } from '#contract/kit/amounts.ts'
import { categories, difficulties } from '#contract/projects/categories.ts'
import type { ListQuery } from '#contract/projects/list.ts'
import type { Need } from '#contract/projects/needs.ts'
import type { Sort } from '#contract/projects/sorts.ts'

/** The filters of published projects, without the search. Prices in paise, both ends included. */
export interface Choice {
  category?: string | undefined
  difficulty?: string | undefined
  technology?: string | undefined
  needs?: Need | undefined
  lowest?: number | undefined
  highest?: number | undefined
  /** Whether a report is required. */
  report?: true | undefined
  /** Whether it has to have run with us. */
  ran?: true | undefined
}
export type Dimension = 'category' | 'difficulty' | 'technology' | 'needs' | 'price'

/** Reads the filters from a query. A category or difficulty that does not exist stays as typed, and matches nothing. */
export const choiceOf = (query: ListQuery): Choice => ({
  category: query.category && inCanonicalCase(categories, query.category),
  difficulty: query.difficulty && inCanonicalCase(difficulties, query.difficulty),
  technology: query.technology,
  needs: query.needs,
  lowest: query.minPrice === undefined ? undefined : lowestPaise(query.minPrice),
  highest: query.maxPrice === undefined ? undefined : highestPaise(query.maxPrice),
  report: query.report && true,
  ran: query.ran && true,
})

/** Returns the conditions of the filters on a row of published_projects; one dimension may be left open. */
export function conditionsOf(choice: Choice, open?: Dimension): RawBuilder<unknown>[] {
  const { category, difficulty, technology, needs, lowest, highest, report, ran } = choice
  return [
    category && open !== 'category' && sql`category = ${category}`,
    difficulty && open !== 'difficulty' && sql`difficulty = ${difficulty}`,
    technology && open !== 'technology' && sql`technology_keys @> array[lower(${technology})]`,
    needs && open !== 'needs' && sql`needs @> array[${needs}]`,
    lowest !== undefined && open !== 'price' && sql`price_paise >= ${lowest}`,
    highest !== undefined && open !== 'price' && sql`price_paise <= ${highest}`,
    report && sql`words @@ '''=report='''::tsquery`,
    ran && sql`words @@ '''=ran='''::tsquery`,
  ].filter((condition) => typeof condition === 'object')
}

/** Joins conditions with `and`. */
export const allOf = (conditions: RawBuilder<unknown>[]) =>
  conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)

const inCanonicalCase = (names: readonly string[], typed: string) =>
  names.find((name) => name.toLowerCase() === typed.toLowerCase()) ?? typed

export interface Window extends Pick<ListQuery, 'page' | 'limit'> {
  sort: Sort | 'sold'
}

/**
 * An order of published projects. Each has an index of its columns and the id, which makes the order of equal projects
 * unique.
 */
interface Order {
  columns: readonly string[]
  direction: 'asc' | 'desc'
  /** In a search, the most relevant projects come first. */
  isRanked?: true
}
export const orders: Record<Window['sort'], Order> = {
  featured: { columns: ['featured_rank', 'sales_count'], direction: 'desc', isRanked: true },
  newest: { columns: ['created_at'], direction: 'desc' },
  'price-low': { columns: ['price_paise'], direction: 'asc' },
  'price-high': { columns: ['price_paise'], direction: 'desc' },
  rating: { columns: ['rating', 'rating_count'], direction: 'desc' },
  sold: { columns: ['sales_count', 'featured_rank'], direction: 'desc' },
}

/** Returns the `order by` columns of a sort. They end in the id, so that no project is on two pages or on none. */
export function orderBy(sort: Window['sort']): RawBuilder<unknown> {
  const { columns, direction } = orders[sort]
  return sql.raw([...columns, 'project_id'].map((column) => `${column} ${direction}`).join(', '))
}

/** The columns that the orders need. */
export const orderColumns: RawBuilder<unknown> = sql.raw(
  [...new Set(Object.values(orders).flatMap(({ columns }) => columns)), 'project_id'].join(', '),
)
