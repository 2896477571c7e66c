import { type RawBuilder, sql } from 'kysely'

/**
 * The tsquery for what a person typed: words, "phrases", or, -without. The last word also finds what it is the start of.
 * Nothing that can be typed is an error; what holds no word finds nothing.
 */
export function searchWords(typed: string): RawBuilder<unknown> {
  const stemmed = sql`websearch_to_tsquery('english', ${typed})`
  // Unstemmed words would bring back what a stemmed word excludes.
  if (/(^|\s)-/.test(typed)) return stemmed
  // Words too common to be looked for still name things: 'The Who'.
  const whole = sql`coalesce(nullif(${stemmed}, ''::tsquery), websearch_to_tsquery('simple', ${typed}))`
  const [, before, last] = /^(.*\s|)([\p{L}\p{M}\p{N}]{2,})$/u.exec(typed) ?? []
  const insideQuotes = (before?.split('"').length ?? 1) % 2 === 0
  if (last === undefined || insideQuotes) return whole
  return sql`${whole} || (websearch_to_tsquery('english', ${before}) && to_tsquery('simple', ${`${last}:*`}))`
}
