import { type RawBuilder, sql } from 'kysely'

import { allOf, type Choice, conditionsOf } from '../list/filter-queries.ts'
import type { SearchWords } from './search-words.ts'

/**
 * What finds the matches of a search and a choice in the index of terms; only prices are looked at besides. The planner takes
 * words that often stand together for rare; `unseen`, it takes them for neither rare nor frequent.
 */
export function lookedUp(
  words: SearchWords,
  choice: Choice = {},
  { unseen = false } = {},
): RawBuilder<unknown> {
  const { category, difficulty, technology, lowest, highest } = choice
  const terms = [
    sql`(${words})`,
    category && termOf('category', sql`${category}`),
    difficulty && termOf('difficulty', sql`${difficulty}`),
    technology && termOf('technology', sql`lower(${technology})`),
  ].filter((term) => typeof term === 'object')
  const asked = sql.join(terms, sql` && `)
  return allOf([
    sql`search_terms(words, category, difficulty, technology_keys) @@ ${unseen ? sql`(select ${asked})` : sql`(${asked})`}`,
    ...conditionsOf({ lowest, highest }),
  ])
}

/** A filter as search_terms has it, quoted: its value may hold anything. */
const termOf = (filter: keyof Choice, value: RawBuilder<unknown>) =>
  sql`(${sql.lit(`'=${filter}=`)} || replace(replace(${value}, '\\', '\\\\'), '''', '''''') || '''')::tsquery`
