import { type RawBuilder, sql } from 'kysely'

import type { Connection } from '../../database/connection.ts'
import { prepared } from '../../database/prepared.ts'

/** Words of a search that are looked for; no title has more. */
const maxWords = 32

/** What is looked for of what a person typed: its first words, without dashes in a row: each negates the next, up to a depth that PostgreSQL refuses. */
export function searched(typed: string): string {
  const [words] = firstWords.exec(typed)!
  return words.replace(/(?:-[^-"\p{L}\p{M}\p{N}]*){3,}/gu, '-')
}

const firstWords = new RegExp(
  String.raw`^(?:[^\p{L}\p{M}\p{N}]*[\p{L}\p{M}\p{N}]+){0,${maxWords}}[^\p{L}\p{M}\p{N}]*`,
  'u',
)

/** A search as a tsquery. */
export type SearchWords = RawBuilder<unknown>

/**
 * The tsquery for what a person typed: words, "phrases", or, -without. A last word that no published project has also finds
 * what it is the start of. Nothing that can be typed is an error; what holds no word finds nothing.
 */
export async function searchWords(connection: Connection, typed: string): Promise<SearchWords> {
  const stemmed = sql`websearch_to_tsquery('english', ${typed})`
  // Unstemmed words would bring back what a stemmed word excludes.
  if (/(^|\s)-/.test(typed)) return stemmed
  // Words too common to be looked for still name things: 'The Who'.
  const whole = sql`coalesce(nullif(${stemmed}, ''::tsquery), websearch_to_tsquery('simple', ${typed}))`
  const [, before, last] = /^(.*\s|)([\p{L}\p{M}\p{N}]{2,})$/u.exec(typed) ?? []
  const insideQuotes = (before?.split('"').length ?? 1) % 2 === 0
  if (last === undefined || insideQuotes || (await isKnown(connection, last))) return whole
  return sql`${whole} || (websearch_to_tsquery('english', ${before}) && to_tsquery('simple', ${`${last}:*`}))`
}

const isKnown = async (connection: Connection, word: string) =>
  (await findWord(connection, { word })).length > 0

const findWord = prepared((connection, { word }: { word: string }) =>
  sql`select word from vocabulary where word = lower(${word})`.compile(connection),
)
