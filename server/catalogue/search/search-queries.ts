import { type RawBuilder, sql } from 'kysely'

import { limits } from '#contract/limits.ts'
import { offsetOf } from '#contract/paging.ts'

import type { Connection } from '../../platform/database/connection.ts'
import { countAmong, type FacetRow } from '../facet-queries.ts'
import { allOf, type Choice, conditionsOf } from '../filter-queries.ts'
import { orders, sortColumns, type Window } from '../list/page-queries.ts'

/** What a search and a choice leave, at most one more than are counted, and when `areAll` the ids of a page of it. */
export interface Matches {
  total: number
  ids: string[]
  /** All were collected; otherwise there are more than are counted. */
  areAll: boolean
  /** At least one in a hundred projects, by the sample: what an order's first projects fill a page with. */
  areFrequent: boolean
}

/** Collects what a search finds before any filter: `found`, at most one more than are counted; of up to so many also the facets of a choice. */
export async function collectMatches(
  connection: Connection,
  words: SearchWords,
  choice: Choice,
  window: Window,
): Promise<Matches & { found: number; facets: FacetRow[] }> {
  const counted = sql`(select matches.* from matches, found where found < ${tooMany}) counted`
  const { rows } = await sql<Matches & { found: number; facets: FacetRow[] }>`
    with ${collected(words, {})},
    found as (select case when ${areAll} then least(count(*), ${tooMany}) else ${sql.lit(tooMany)} end as found from matches),
    facets as (${countAmong(counted, choice)})
    select ${pageOf(words, choice, window)}, (select found from found) as found,
      (select coalesce(json_agg(facets), '[]') from facets) as facets`.execute(connection)
  return rows[0]!
}

/** Collects what a choice leaves of a search. */
export async function collectChosen(
  connection: Connection,
  words: SearchWords,
  choice: Choice,
  window: Window,
): Promise<Matches> {
  const { rows } = await sql<Matches>`
    with ${collected(words, choice)} select ${pageOf(words, {}, window)}`.execute(connection)
  return rows[0]!
}

/**
 * The ids of one page of a choice that leaves more matches than were collected. Frequent ones are met in their order among the
 * first projects; what is rarer, or does not stand there, is all collected and sorted (0.1 s for 40,000): alone it would take a
 * common word's search from 5 ms to 900.
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
    select * from published_projects where ${partWalked(window, choice)} order by ${order} limit ${lookedThrough * wanted}`
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

/** An order by price begins where the wanted prices begin. */
const partWalked = ({ sort }: Window, { lowest, highest }: Choice) =>
  allOf(sort.startsWith('price') ? conditionsOf({ lowest, highest }) : [])

/**
 * `matches` of a search and a choice: all of them, or when a sample shows that they are frequent at most one more than are counted.
 * Without the sample a common word is looked up for 80 ms at 1,000,000 projects, without `repeatable` on other pages each time.
 */
const collected = (words: SearchWords, choice: Choice): RawBuilder<unknown> => sql`
  sample as materialized (
    select from published_projects tablesample system (0.5) repeatable (1) where ${matching(words, choice)} limit ${manyInSample}
  ), matches as materialized (
    select * from published_projects
    where (select count(*) from sample) < ${manyInSample} and ${matching(words, choice)}
    limit (select case when count(*) >= ${sql.lit(fewInSample)} then ${sql.lit(tooMany)} end from sample)
  )`

/** Of the collected matches what a choice leaves, as Matches. */
function pageOf(words: SearchWords, choice: Choice, window: Window) {
  const chosen = sql`select count(*) from matches where ${allOf(conditionsOf(choice))}`
  const named = sql`case when (${chosen}) < ${tooMany} then ${sql.lit(limits.countedMatches)} else ${sql.lit(rankedMatches)} end`
  return sql`
    ${areAll} as are_all, (select count(*) from sample) >= ${sql.lit(frequentInSample)} as are_frequent,
    case when ${areAll} then least((${chosen}), ${tooMany}) else ${sql.lit(tooMany)} end as total,
    case when ${areAll} then ${idsOf(words, choice, window, named)} else '{}' end as ids`
}

/** The ids of a page of `matches`. By default, of the first ones by popularity, so many, those named by the words come first. */
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

/** So many of 1,000 matches are in the sample not once in ten million searches, even when they lie side by side. */
const manyInSample = 160

/** Up to 3,000 of 1,000,000: collecting so many, 20 ms, is cheaper than looking them up again for the page. */
const fewInSample = 15
const frequentInSample = 50

const rankedMatches = 100

/** For each that is wanted: of matches that are one in a hundred twice what fills the page, so that hardly any of them are collected after all. */
const lookedThrough = 200

const tooMany = limits.countedMatches + 1

const areAll = sql`(
  select count(*) < ${sql.lit(fewInSample)} or count(*) < ${manyInSample} and (select count(*) from matches) < ${tooMany} from sample
)`

/** Whether title, tags or technologies have the words, and not the description alone. */
const namedBy = (words: SearchWords) => sql`ts_filter(words, '{a}') @@ (${words})`

/**
 * What a search and a choice ask of a project. Its filters are words of it (project_words), so that one index answers both:
 * with an index for each, two words and three filters take 22 ms at a million projects instead of 11. Prices are looked at
 * besides. In a query of its own, so that the planner always takes the index: seeing the words, it reads the whole table for a
 * phrase of frequent words that few projects have, 480 ms instead of 300.
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
