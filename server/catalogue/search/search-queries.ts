import { type RawBuilder, sql } from 'kysely'

import { limits } from '#contract/limits.ts'
import { offsetOf } from '#contract/paging.ts'

import type { Connection } from '../../platform/database/connection.ts'
import { countAmong, type FacetRow } from '../facet-queries.ts'
import { allOf, type Choice, conditionsOf } from '../filter-queries.ts'
import { orders, sortColumns, type Window } from '../list/page-queries.ts'

/** The matches of a search and filters, at most one more than are counted, and when `areAll` the ids of one page. */
export interface Matches {
  total: number
  ids: string[]
  /** Whether all matches were collected; otherwise there are more than are counted. */
  areAll: boolean
  /**
   * Whether at least one in a hundred projects matches, by the sample, so that the first projects of an order fill a
   * page.
   */
  areFrequent: boolean
}

/**
 * Collects the matches of a search before any filter: `found`, at most one more than are counted; up to the limit also
 * the facets.
 */
export async function collectMatches(
  connection: Connection,
  words: SearchWords,
  choice: Choice,
  window: Window,
): Promise<Matches & { found: number; facets: FacetRow[] }> {
  const counted = sql`(select matches.* from matches, found where found < ${maxCollected}) counted`
  const { rows } = await sql<Matches & { found: number; facets: FacetRow[] }>`
    with ${collectedMatches(words, {})},
    found as (select case when ${areAll} then least(count(*), ${maxCollected}) else ${sql.lit(maxCollected)} end as found from matches),
    facets as (${countAmong(counted, choice)})
    select ${pageColumns(words, choice, window)}, (select found from found) as found,
      (select coalesce(json_agg(facets), '[]') from facets) as facets`.execute(connection)
  return rows[0]!
}

/** Collects the matches of a search and filters. */
export async function collectChosen(
  connection: Connection,
  words: SearchWords,
  choice: Choice,
  window: Window,
): Promise<Matches> {
  const { rows } = await sql<Matches>`
    with ${collectedMatches(words, choice)} select ${pageColumns(words, {}, window)}`.execute(connection)
  return rows[0]!
}

/**
 * Returns the ids of one page when there are more matches than were collected. Common matches are read in order among
 * the first projects; rarer ones, or a page that this does not fill, are all collected and sorted, which would be too
 * slow for a common word.
 */
export async function readAmongMany(
  connection: Connection,
  words: SearchWords,
  choice: Choice,
  window: Window,
  { areFrequent }: Pick<Matches, 'areFrequent'>,
): Promise<string[]> {
  const end = offsetOf(window) + window.limit
  const wanted = window.sort === 'featured' ? Math.max(rankedMatches, end) : end
  const order = orders[window.sort]
  const first = sql`
    select * from published_projects where ${priceConditions(window, choice)} order by ${order} limit ${readPerMatch * wanted}`
  const read = async (among: RawBuilder<unknown>) => {
    const { rows } = await sql<{ met: number; ids: string[] }>`
      with matches as materialized (
        select ${sortColumns}, words from ${among} where ${matching(words, choice)} order by ${order} limit ${wanted}
      )
      select (select count(*) from matches) as met, ${idsOf(words, {}, window, sql.lit(rankedMatches))} as ids`.execute(
      connection,
    )
    return rows[0]!
  }
  if (areFrequent) {
    const { met, ids } = await read(sql`(${first}) first`)
    if (met >= wanted) return ids
  }
  return (await read(sql`published_projects`)).ids
}

/** Limits an order by price to the wanted prices. */
const priceConditions = ({ sort }: Window, { lowest, highest }: Choice) =>
  allOf(sort.startsWith('price') ? conditionsOf({ lowest, highest }) : [])

/**
 * Selects `matches` of a search and filters: all of them, or at most one more than are counted when a sample shows that
 * they are common. The sample avoids reading every match of a common word; `repeatable` keeps the pages the same each
 * time.
 */
const collectedMatches = (words: SearchWords, choice: Choice): RawBuilder<unknown> => sql`
  sample as materialized (
    select from published_projects tablesample system (0.5) repeatable (1) where ${matching(words, choice)} limit ${commonInSample}
  ), matches as materialized (
    select * from published_projects
    where (select count(*) from sample) < ${commonInSample} and ${matching(words, choice)}
    limit (select case when count(*) >= ${sql.lit(fewInSample)} then ${sql.lit(maxCollected)} end from sample)
  )`

/** Selects a page of the collected matches that pass the filters, as Matches. */
function pageColumns(words: SearchWords, choice: Choice, window: Window) {
  const chosen = sql`select count(*) from matches where ${allOf(conditionsOf(choice))}`
  const named = sql`case when (${chosen}) < ${maxCollected} then ${sql.lit(limits.countedMatches)} else ${sql.lit(rankedMatches)} end`
  return sql`
    ${areAll} as are_all, (select count(*) from sample) >= ${sql.lit(frequentInSample)} as are_frequent,
    case when ${areAll} then least((${chosen}), ${maxCollected}) else ${sql.lit(maxCollected)} end as total,
    case when ${areAll} then ${idsOf(words, choice, window, named)} else '{}' end as ids`
}

/**
 * Selects the ids of a page of `matches`. In the default order, among the most popular matches those with the words in
 * their name come first.
 */
const idsOf = (
  words: SearchWords,
  choice: Choice,
  { sort, ...window }: Window,
  ranked: RawBuilder<unknown>,
) => sql`array(
  select project_id from (
    select *, row_number() over (order by ${orders[sort]}) as place from matches where ${allOf(conditionsOf(choice))}
  ) placed
  order by ${sort === 'featured' ? sql`place > ${ranked}, case when place <= ${ranked} then ${namedBy(words)} end desc,` : sql``} place
  limit ${window.limit} offset ${offsetOf(window)}
)`

/**
 * Enough that a search with 1,000 matches practically never reaches it in the sample, even when they lie side by side.
 */
const commonInSample = 160

/** Below this, collecting the matches is cheaper than looking them up again for the page. */
const fewInSample = 15
const frequentInSample = 50

const rankedMatches = 100

/**
 * Projects read for each wanted match: when one in a hundred matches, twice what fills the page, so that the fallback
 * is rare.
 */
const readPerMatch = 200

const maxCollected = limits.countedMatches + 1

const areAll = sql`(
  select count(*) < ${sql.lit(fewInSample)} or count(*) < ${commonInSample} and (select count(*) from matches) < ${maxCollected} from sample
)`

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
