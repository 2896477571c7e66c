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

/** What rare words find. */
export interface Found {
  /** How many projects have the words, whatever the filters. */
  found: number
  /** How many of them the filters leave. */
  total: number
  /** One page of these. */
  ids: string[]
  facets: FacetRow[]
}

/**
 * Collects everything that rare words find, and answers from that. Undefined for common words, which find more than is counted.
 * With `within` only what these filters leave is collected: together with them, common words may be rare.
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
 * The ids of one page of what common words find. They fill a page from the first projects of its order; words that do not are
 * rare enough to be collected and sorted. `perMatch`: how many projects are looked at for each that is wanted.
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

/** An order by price begins where the wanted prices begin. */
const pricesOf = ({ sort }: Window, { lowest, highest }: Choice) =>
  allOf(orders[sort].columns.includes('price_paise') ? conditionsOf({ lowest, highest }) : [])

/**
 * Words are common when so many projects of a sample have them: of 1,000 matches so many are in it not once in ten million
 * searches, even when they lie side by side. Only what is rare is looked up in the index, where a word of every third project
 * takes long. Without `repeatable` each search would read other pages of the table.
 */
const commonInSample = 160

/** Of so many of the first common matches those that are named by the words come first. */
const rankedMatches = 100

/** Whether title, tags or technologies have the words, and not the description alone. */
const namedBy = (words: SearchWords) => sql`ts_filter(words, '{a}') @@ (${words})`

/**
 * What a search and a choice ask of a project. Its filters are words of it (project_words), so that one index answers both.
 * Prices are looked at besides. The words are in a query of their own, so that the planner always takes the index: seeing
 * them, it reads the whole table for a phrase of frequent words that few projects have.
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

/** A filter as project_words has it, quoted: its value may hold anything. */
const termOf = (filter: keyof Choice, value: RawBuilder<unknown>) =>
  sql`(${sql.lit(`'=${filter}=`)} || replace(replace(${value}, '\\', '\\\\'), '''', '''''') || '''')::tsquery`

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

async function isKnown(connection: Connection, word: string): Promise<boolean> {
  const { rows } = await sql`select word from vocabulary where word = lower(${word})`.execute(connection)
  return rows.length > 0
}
