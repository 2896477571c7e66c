import { sql } from 'kysely'

import type { Connection } from '../database/connection.ts'

/**
 * A search with its unknown words replaced by the nearest words of published projects; undefined when there is nothing to
 * replace. Near is what differs in up to 2 letters, in 1 for words up to 4 letters; of equally near ones the most used counts.
 */
export async function correct(connection: Connection, search: string): Promise<string | undefined> {
  const typed = [...new Set(search.toLowerCase().match(wholeWords))]
  if (typed.length === 0) return undefined
  const { rows } = await sql<{ typed: string; word: string }>`
    select typed, word
    from unnest(${typed}::text[]) typed, lateral (
      select word from (
        select word, levenshtein(word, typed) as distance, similarity(word, typed) as similarity
        from vocabulary where word % typed order by distance, similarity desc limit 8
      ) near, lateral (
        select count(*) as uses from (
          select from published_projects where words @@ plainto_tsquery('simple', word) limit 100
        ) projects
      ) used
      where distance <= case when length(typed) <= 4 then 1 else 2 end and uses > 0
      order by distance, uses desc, similarity desc limit 1
    ) nearest
    where not exists (select from vocabulary where word = typed)`.execute(connection)
  if (rows.length === 0) return undefined
  const words = new Map(rows.map((row) => [row.typed, row.word]))
  return search.toLowerCase().replaceAll(wholeWords, (word) => words.get(word) ?? word)
}

const wholeWords = /(?<![\p{L}\p{M}\p{N}])[\p{L}\p{M}]{3,30}(?![\p{L}\p{M}\p{N}])/gu
