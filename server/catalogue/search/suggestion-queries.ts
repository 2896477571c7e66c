import { sql } from 'kysely'

import { limits } from '#contract/limits.ts'

import type { Connection } from '../../platform/database/connection.ts'
import { orderBy } from '../filter-queries.ts'

/**
 * Returns the published projects whose title, tags or technologies have the words, the best first; the last word may be
 * unfinished.
 */
export async function suggestTitles(connection: Connection, search: string) {
  const words = search.match(/[\p{L}\p{M}\p{N}]+/gu)
  if (!words || search.trim().length < 2) return []
  const named = words.map((word, index) => (index < words.length - 1 ? `${word}:A` : `${word}:*A`))
  // The words are in a subquery, so that the plan does not depend on them.
  const isNamed = sql`words @@ (select to_tsquery('simple', ${named.join(' & ')}))`
  const max = sql.lit(limits.suggestedTitles)
  const best = sql`order by ${orderBy('featured')} limit ${max}`
  const { rows } = await sql<{ id: string; title: string }>`
    with popular as materialized (
      select project_id, featured_rank, sales_count from (
        select * from published_projects order by ${orderBy('featured')} limit ${sql.lit(maxRead)}
      ) first where ${isNamed} ${best}
    ),
    -- What the popular ones do not fill is rare enough to collect.
    best as (
      select * from popular where (select count(*) from popular) = ${max}
      union all
      select project_id, featured_rank, sales_count from published_projects
      where (select count(*) from popular) < ${max} and ${isNamed}
    )
    select project_id as id, (select title from projects where id = project_id) as title
    from best ${best}`.execute(connection)
  return rows.map(({ id, title }) => ({ _id: id, title }))
}

/**
 * The number of the most popular projects that are read first. Without it, a beginning that no title has reads the
 * whole order.
 */
const maxRead = 2000

/**
 * Returns a search with its unknown words replaced by the nearest words of published projects; undefined when there is
 * nothing to replace. Near is a word that differs in up to 2 letters, or in 1 for words up to 4 letters; of equally
 * near words, the one that most of the popular projects have. Words are compared with the vocabulary, because comparing
 * them with titles is too slow (decision 12).
 */
export async function correct(connection: Connection, search: string): Promise<string | undefined> {
  const typed = [...new Set(search.toLowerCase().match(wholeWords))]
  if (typed.length === 0) return undefined
  const { rows } = await sql<{ typed: string; word: string }>`
    with near as materialized (
      select typed, word, distance, similarity, plainto_tsquery('simple', word) as query
      from unnest(${typed}::text[]) typed, lateral (
        select word, levenshtein(word, typed) as distance, similarity(word, typed) as similarity
        from vocabulary where word % typed order by distance, similarity desc limit 5
      ) nearest
      where not exists (select from vocabulary where word = typed)
        and distance <= case when length(typed) <= 4 then 1 else 2 end
    ), popular as materialized (
      select words from published_projects order by ${orderBy('featured')} limit ${sampleSize}
    )
    select distinct on (typed) typed, word
    from near, lateral (select count(*) as uses from popular where words @@ query) used
    order by typed, distance, uses desc, similarity desc`.execute(connection)
  if (rows.length === 0) return undefined
  const words = new Map(rows.map((row) => [row.typed, row.word]))
  return search.toLowerCase().replaceAll(wholeWords, (word) => words.get(word) ?? word)
}

/**
 * The number of the most popular projects in which the uses of a word are counted. Counting all of a common word takes
 * too long, and without a count 'reort' would be corrected to 'reor'.
 */
const sampleSize = 500

const wholeWords = /(?<![\p{L}\p{M}\p{N}])[\p{L}\p{M}]{3,30}(?![\p{L}\p{M}\p{N}])/gu
