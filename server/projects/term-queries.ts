import { type RawBuilder, sql } from 'kysely'

import { allOf, type Choice, conditionsOf } from './filter-queries.ts'
import type { SearchWords } from './search-words.ts'

/** What finds the matches of a search and a choice in the index of terms; only prices are looked at besides. */
export function lookedUp(words: SearchWords, choice: Choice = {}): RawBuilder<unknown> {
  const { category, difficulty, technology, lowest, highest } = choice
  const terms = [
    sql`(${words})`,
    category && sql`filter_term('category', ${category})::tsquery`,
    difficulty && sql`filter_term('difficulty', ${difficulty})::tsquery`,
    technology && sql`filter_term('technology', lower(${technology}))::tsquery`,
  ].filter((term) => typeof term === 'object')
  return allOf([
    sql`search_terms(words, category, difficulty, technology_keys) @@ (${sql.join(terms, sql` && `)})`,
    ...conditionsOf({ lowest, highest }),
  ])
}
