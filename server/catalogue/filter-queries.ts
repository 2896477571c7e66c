import { type RawBuilder, sql } from 'kysely'

import { highestPaise, lowestPaise } from '#contract/amounts.ts'
import type { ListQuery } from '#contract/catalogue/catalogue.ts'
import { categories, difficulties } from '#contract/projects/categories.ts'

/** The filters of published projects, without the search. Prices in paise, both ends included. */
export interface Choice {
  category?: string | undefined
  difficulty?: string | undefined
  technology?: string | undefined
  lowest?: number | undefined
  highest?: number | undefined
}
export type Dimension = 'category' | 'difficulty' | 'technology' | 'price'

/** Reads the filters from a query. A category or difficulty that does not exist stays as typed, and matches nothing. */
export const choiceOf = ({ category, difficulty, technology, minPrice, maxPrice }: ListQuery): Choice => ({
  category: category && inCanonicalCase(categories, category),
  difficulty: difficulty && inCanonicalCase(difficulties, difficulty),
  technology,
  lowest: minPrice === undefined ? undefined : lowestPaise(minPrice),
  highest: maxPrice === undefined ? undefined : highestPaise(maxPrice),
})

/** Returns the conditions of the filters on a row of published_projects; one dimension may be left open. */
export function conditionsOf(choice: Choice, open?: Dimension): RawBuilder<unknown>[] {
  const { category, difficulty, technology, lowest, highest } = choice
  return [
    category && open !== 'category' && sql`category = ${category}`,
    difficulty && open !== 'difficulty' && sql`difficulty = ${difficulty}`,
    technology && open !== 'technology' && sql`technology_keys @> array[lower(${technology})]`,
    lowest !== undefined && open !== 'price' && sql`price_paise >= ${lowest}`,
    highest !== undefined && open !== 'price' && sql`price_paise <= ${highest}`,
  ].filter((condition) => typeof condition === 'object')
}

/** Joins conditions with `and`. */
export const allOf = (conditions: RawBuilder<unknown>[]) =>
  conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)

const inCanonicalCase = (names: readonly string[], typed: string) =>
  names.find((name) => name.toLowerCase() === typed.toLowerCase()) ?? typed
