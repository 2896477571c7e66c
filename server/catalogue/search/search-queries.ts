import { type RawBuilder, sql } from 'kysely'

import { limits } from '#contract/limits.ts'
import { offsetOf } from '#contract/paging.ts'

import type { Connection } from '../../platform/database/connection.ts'
import { countAmong, type FacetRow } from '../facet-queries.ts'
import {
  allOf,
  type Choice,
  conditionsOf,
  orderBy,
  orderColumns,
  orders,
  type Window,
} from '../filter-queries.ts'

/** The matches of rare words. */
export interface Found {
  /** The number of projects with the words, whatever the filters. */
  found: number
  /** The number of them that pass the filters. */
  total: number
  /** The ids of one page of these. */
  ids: string[]
  facets: FacetRow[]
}

/**
 * Collects all matches of rare words, and their page and facets. Returns undefined for common words, which have more
 * matches than are counted. With `within` only the matches of these filters are collected: together with them, common
 * words may be rare.
 */
export async function findRare(
  connection: Connection,
  words: SearchWords,
  choice: Choice,
  window: Window,
  within: Choice = {},
): Promise<Found | undefined> {
  const wanted = matching(words, within)
  const chosen = allOf(conditionsOf(choice))
  const namedFirst = orders[window.sort].namedFirst ? sql`${namedBy(words)} desc,` : sql``
  const { rows } = await sql<Found & { isCommon: boolean }>`
    with sample as materialized (
      select from published_projects tablesample system (0.5) repeatable (1) where ${wanted} limit ${commonInSample}
    ), collected as materialized (
      select * from published_projects
      where (select count(*) from sample) < ${commonInSample} and ${wanted} limit ${limits.countedMatches + 1}
    ), counted as materialized (
      select (select count(*) from sample) >= ${commonInSample}
        or (select count(*) from collected) > ${limits.countedMatches} as is_common
    ), rare as materialized (
      select collected.* from collected, counted where not is_common
    ), facets as (${countAmong(sql`rare`, choice)})
    select is_common,
      (select count(*) from rare) as found,
      (select count(*) from rare where ${chosen}) as total,
      array(
        select project_id from rare where ${chosen}
        order by ${namedFirst} ${orderBy(window.sort)} limit ${window.limit} offset ${offsetOf(window)}
      ) as ids,
      (select coalesce(json_agg(facets), '[]') from facets) as facets
    from counted`.execute(connection)
  const [{ isCommon, ...found }] = rows as [Found & { isCommon: boolean }]
  return isCommon ? undefined : found
}

/**
 * Returns the ids of one page of the matches of common words. They fill a page from the first projects of its order;
 * words that do not are rare enough to be collected and sorted. `perMatch`: the number of projects read for each wanted
 * match.
 */
export async function findCommon(
  connection: Connection,
  words: SearchWords,
  choice: Choice,
  window: Window,
  perMatch = 200,
): Promise<string[]> {
  const end = offsetOf(window) + window.limit
  const { namedFirst } = orders[window.sort]
  const wanted = namedFirst ? Math.max(rankedMatches, end) : end
  const order = orderBy(window.sort)
  const rank = namedFirst ? sql`(place <= ${rankedMatches} and ${namedBy(words)}) desc,` : sql``
  const read = async (projects: RawBuilder<unknown>) => {
    const { rows } = await sql<{ matched: number; ids: string[] }>`
      with matches as materialized (
        select ${orderColumns}, words from ${projects} where ${matching(words, choice)} order by ${order} limit ${wanted}
      ), placed as (
        select *, row_number() over (order by ${order}) as place from matches
      )
      select (select count(*) from matches) as matched, array(
        select project_id from placed order by ${rank} place limit ${window.limit} offset ${offsetOf(window)}
      ) as ids`.execute(connection)
    return rows[0]!
  }
  const first = await read(sql`(
    select * from published_projects where ${pricesOf(window, choice)} order by ${order} limit ${perMatch * wanted}
  ) first_projects`)
  return first.matched < wanted ? (await read(sql`published_projects`)).ids : first.ids
}

/** Limits an order by price to the wanted prices. */
const pricesOf = ({ sort }: Window, { lowest, highest }: Choice) =>
  allOf(orders[sort].columns.includes('price_paise') ? conditionsOf({ lowest, highest }) : [])

/**
 * The matches in a sample from which words count as common: words with 1,000 matches practically never reach it, even
 * when these lie side by side. Only rare words are looked up in the index, where a word of every third project takes
 * long. `repeatable` makes every search read the same pages of the table.
 */
const commonInSample = 160

/** The number of the first common matches among which those with the words in their name come first. */
const rankedMatches = 100

/** Whether title, tags or technologies have the words, and not only the description. */
const namedBy = (words: SearchWords) => sql`ts_filter(words, '{a}') @@ (${words})`

/**
 * The conditions of a search and filters on a project. Category, difficulty and technology are words too
 * (project_words), so that one index answers both; prices are compared besides. The words are in a subquery of their
 * own, so that the planner always uses the index: with the words visible, it reads the whole table for a phrase of
 * common words that few projects have.
 */
function matching(words: SearchWords, choice: Choice = {}): RawBuilder<unknown> {
  const { category, difficulty, technology, lowest, highest } = choice
  const terms = [
    sql`(${words})`,
    category && termOf('category', sql`${category}`),
    difficulty && termOf('difficulty', sql`${difficulty}`),
    technology && termOf('technology', sql`lower(${technology})`),
  ].filter((term) => typeof term === 'object')
  return allOf([sql`words @@ (select ${sql.join(terms, sql` && `)})`, ...conditionsOf({ lowest, highest })])
}

/** A filter as a term of project_words, quoted because its value may contain anything. */
const termOf = (filter: keyof Choice, value: RawBuilder<unknown>) =>
  sql`(${sql.lit(`'=${filter}=`)} || replace(replace(${value}, '\\', '\\\\'), '''', '''''') || '''')::tsquery`

/** The most words of a search that are used; no title has more. */
const maxWords = 32

/**
 * Returns the part of a typed text that is searched for: its first words, without rows of dashes, because each dash
 * negates the next and PostgreSQL refuses too deep a nesting.
 */
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
 * Returns the tsquery for a typed text: words, "phrases", or, -without. A last word that no published project has also
 * matches as a prefix. No text is an error; a text without words finds nothing.
 */
export async function searchWords(connection: Connection, typed: string): Promise<SearchWords> {
  const stemmed = sql`websearch_to_tsquery('english', ${typed})`
  // Unstemmed words would include again what a stemmed word excludes.
  if (/(^|\s)-/.test(typed)) return stemmed
  // Words too common for the search are used when there are no others, because they can be names: 'The Who'.
  const whole = sql`coalesce(nullif(${stemmed}, ''::tsquery), websearch_to_tsquery('simple', ${typed}))`
  const [, before, last] = /^(.*\s|)([\p{L}\p{M}\p{N}]{2,})$/u.exec(typed) ?? []
  const insideQuotes = (before?.split('"').length ?? 1) % 2 === 0
  if (last === undefined || insideQuotes || (await isKnown(connection, last))) return whole
  return sql`${whole} || (websearch_to_tsquery('english', ${before}) && to_tsquery('simple', ${`${last}:*`}))`
}

async function isKnown(connection: Connection, word: string): Promise<boolean> {
  const { rows } = await sql`select word from vocabulary where word = lower(${word})`.execute(connection)
  return rows.length > 0
}
