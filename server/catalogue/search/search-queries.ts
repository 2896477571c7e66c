import { type RawBuilder, sql } from 'kysely'

import { highestPaise } from '#contract/kit/amounts.ts'
import { limits } from '#contract/kit/limits.ts'
import { offsetOf } from '#contract/kit/paging.ts'

import type { Connection } from '../../platform/database/connection.ts'
import { plannedByValues } from '../../platform/database/statement-names.ts'
import { countFacetsAmong, type FacetRow } from '../facet-queries.ts'
import {
  allOf,
  type Choice,
  conditionsOf,
  orderBy,
  orderColumns,
  orders,
  type Window,
} from '../filter-queries.ts'
import type { SearchTerms } from './search-terms.ts'
import { isIndian } from './text-queries.ts'

/** The matches of a search, when they are not too many. */
export interface Matches {
  /** The number of them that pass the filters, and how many of these have all words. */
  total: number
  whole: number
  /** The ids of one page of these: those with all words first, then the most relevant. */
  ids: string[]
  /** Where no project has all words: the places of the terms that the first of all has, and of those that any has. */
  matched: number[]
  shown: number[]
  facets: FacetRow[]
}

/**
 * Collects the matches of a tsquery, and their page and facets. Returns undefined when there are more than are counted.
 * With `within` only the matches of these filters are collected: together with them, common words may be rare.
 */
export async function findMatches(
  connection: Connection,
  search: Wanted,
  choice: Choice,
  window: Window,
  within: Choice = {},
): Promise<Matches | undefined> {
  const chosen = allOf(conditionsOf(choice))
  const hasAll = search.whole === search.query ? sql`true` : sql`words @@ (${toQuery(search.whole, search)})`
  const isRanked = orders[window.sort].isRanked === true
  const order = sql`${isRanked ? sql`relevance desc,` : sql`has_all desc,`} ${orderBy(window.sort)}`
  const isWhole = search.whole === search.query
  const relevance = isWhole
    ? sql`score`
    : sql`case when (select bool_or(has_all) from scored) then score else score * ${titleBonusOf(search)} end`
  const fromKept = sql`from kept where ${chosen}`
  const unlessWhole = (places: RawBuilder<unknown>) =>
    isWhole
      ? sql`'{}'::integer[]`
      : sql`case when exists (select ${fromKept} and has_all) then '{}' else ${places} end`
  const { rows } = await sql<Matches & { isCommon: boolean }>`${plannedByValues}
    with collected as materialized (
      select * from published_projects where ${matching(search, within)} limit ${limits.countedMatches + 1}
    ), counted as materialized (
      select count(*) > ${limits.countedMatches} as is_common from collected
    ), scored as materialized (
      select collected.*, ${hasAll} as has_all, ${scoreOf(search)} * case when ${hasAll} then ${sql.lit(wholeBonus)} else 1 end as score
      from collected, counted where not is_common
    ), kept as not materialized (
      select *, ${relevance} as relevance from scored where has_all or score > ${sql.lit(leastScore)} * (select max(score) from scored)
    ), facets as (${countFacetsAmong(sql`kept`, choice)})
    select is_common,
      (select count(*) ${fromKept}) as total,
      (select count(*) ${fromKept} and has_all) as whole,
      array(
        select project_id ${fromKept} order by ${order} limit ${window.limit} offset ${offsetOf(window)}
      ) as ids,
      ${unlessWhole(sql`coalesce((select array(${placesOf(search, sql`words @@ query`)}) ${fromKept} order by relevance desc limit 1), '{}')`)} as matched,
      ${unlessWhole(sql`array(${placesOf(search, sql`exists (select ${fromKept} and words @@ query)`)})`)} as shown,
      (select coalesce(json_agg(facets), '[]') from facets) as facets
    from counted`.execute(connection)
  const [{ isCommon, ...found }] = rows as [Matches & { isCommon: boolean }]
  return isCommon ? undefined : found
}

/** What the relevance of a project with all words is multiplied by. */
const wholeBonus = 1.3

/** The share of the best score that a project without all words needs to be listed. */
const leastScore = 0.15

/** A search with the tsqueries of what is looked for and of what has all words. */
export interface Wanted extends SearchTerms {
  query: string
  whole: string
}

/** Every project that passes those filters of a choice that the sums do not know; undefined where it has none. */
export function wantedBy({ needs, report, ran }: Choice): Wanted | undefined {
  const query = [needs && `'=needs=${needs}'`, report && "'=report='", ran && "'=ran='"]
    .filter(Boolean)
    .join(' & ')
  return query ? { query, whole: query, terms: [], phrases: [], excluded: [] } : undefined
}

/**
 * Returns the ids of one page of the matches of common words among `published` projects. They fill a page from the first
 * projects of its order; words that do not are rare enough to be collected and sorted.
 */
export async function findCommon(
  connection: Connection,
  search: Wanted,
  choice: Choice,
  window: Window,
  published: number,
): Promise<string[]> {
  const end = offsetOf(window) + window.limit
  const isRanked = orders[window.sort].isRanked === true
  const needed = isRanked ? Math.max(rankedMatches, end) : end
  const order = orderBy(window.sort)
  const rank = isRanked ? sql`case when place <= ${rankedMatches} then score end desc nulls last,` : sql``
  const read = async (projects: RawBuilder<unknown>) => {
    const { rows } = await sql<{ matched: number; ids: string[] }>`${plannedByValues}
      with matches as materialized (
        select ${orderColumns}, words from ${projects} where ${matching(search, choice)} order by ${order} limit ${needed}
      ), placed as (
        select *, row_number() over (order by ${order}) as place from matches
      ), scored as (
        select placed.*, case when place <= ${rankedMatches} then ${scoreOf(search)} end as score from placed
      )
      select (select count(*) from matches) as matched, array(
        select project_id from scored order by ${rank} place limit ${window.limit} offset ${offsetOf(window)}
      ) as ids`.execute(connection)
    return rows[0]!
  }
  for (const perMatch of [20, 200]) {
    const most = perMatch * needed
    // The planner would sort the whole catalogue for a large part of it.
    if (4 * most > published) break
    const first = await read(sql`(
      select * from published_projects where ${pricesOf(window, choice)} order by ${order} limit ${most}
    ) first_projects`)
    if (first.matched === needed) return first.ids
  }
  return (await read(sql`published_projects`)).ids
}

/** Limits an order by price to the wanted prices. */
const pricesOf = ({ sort }: Window, { lowest, highest }: Choice) =>
  allOf(orders[sort].columns.includes('price_paise') ? conditionsOf({ lowest, highest }) : [])

/** What the relevance of a project above the budget is multiplied by. */
const aboveBudget = 0.8

/** The number of the first common matches that are ranked by relevance. */
const rankedMatches = 100

/**
 * The relevance of a project with `words`: for each term the best way in which the project has it, where a title counts
 * more than technologies and tags, these more than the category, and the description least. One expression without a
 * subquery: it is worked out for up to a thousand projects.
 */
export function scoreOf({
  terms,
  budget = highestPaise(Infinity),
}: Pick<Wanted, 'terms' | 'budget'>): RawBuilder<unknown> {
  const score = ({ weight, ways }: Wanted['terms'][number]) =>
    sql`greatest(0, ${sql.join(
      ways.map(
        ({ query, scale, gain }) =>
          sql`case when words @@ ${query}::tsquery then ${weight * gain}::real * (0.4 + 0.6 * least(1, ${scale}::real * ts_rank('{0.15, 0.45, 0.7, 1}', words, ${query}::tsquery))) end`,
      ),
    )})`
  return sql`(case when price_paise > ${budget} then ${sql.lit(aboveBudget)} else 1 end * (${sql.join([sql`0`, ...terms.filter(({ ways }) => ways.length > 0).map(score)], sql` + `)}))`
}

/**
 * What the relevance of a project is multiplied by where none has all words, more for each that is in its title: of the
 * words as typed, and for one that no project has, of what it may mean.
 */
function titleBonusOf({ terms }: Wanted): RawBuilder<unknown> {
  const inTitle = terms.flatMap(({ isRequired, ways: [first, ...others] }) => {
    if (!isRequired || !first) return []
    const queries = (first.gain === 1 ? [first] : [first, ...others]).map(({ query }) => query)
    return sql`(words @@ ${withWeights(queries.join(' | '), 'A')}::tsquery)::integer`
  })
  return sql`(1 + ${sql.lit(titleBonus)} * (${sql.join([sql`0`, ...inTitle], sql` + `)}))`
}

const titleBonus = 0.1

/** Limits the words of a tsquery to fields: those with these weights. */
export const withWeights = (query: string, weights: string): string =>
  query.replaceAll(/'(?:[^']|'')*'/g, `$&:${weights}`)

/** The places of the terms that have a `query` for which a condition is true. */
const placesOf = ({ terms }: Wanted, condition: RawBuilder<unknown>) =>
  sql`select place from (values ${sql.join([
    sql`(-1, ''::tsquery)`,
    ...terms.flatMap(({ ways }, place) =>
      ways.filter(({ isSure }) => isSure).map(({ query }) => sql`(${sql.lit(place)}, ${query}::tsquery)`),
    ),
  ])}) term (place, query) where ${condition} group by place`

/**
 * The conditions of a search and filters on a project. All filters but prices are words too (project_words), so that
 * one index answers both; prices are compared besides. The words are in a subquery of their own, so that the planner
 * always uses the index: with the words visible, it reads the whole table for a phrase of common words that few
 * projects have.
 */
function matching(search: Wanted, choice: Choice = {}): RawBuilder<unknown> {
  const { category, difficulty, technology, needs, lowest, highest, report, ran } = choice
  const terms = [
    sql`(${toQuery(search.query, search)})`,
    category && termOf('category', sql`${category}`),
    difficulty && termOf('difficulty', sql`${difficulty}`),
    technology && termOf('technology', sql`lower(${technology})`),
    needs && termOf('needs', sql`${needs}`),
    report && sql`'''=report='''::tsquery`,
    ran && sql`'''=ran='''::tsquery`,
  ].filter((term) => typeof term === 'object')
  return allOf([sql`words @@ (select ${sql.join(terms, sql` && `)})`, ...conditionsOf({ lowest, highest })])
}

/** A filter as a term of project_words, quoted because its value may contain anything. */
const termOf = (filter: keyof Choice, value: RawBuilder<unknown>) =>
  sql`(${sql.lit(`'=${filter}=`)} || replace(replace(${value}, '\\', '\\\\'), '''', '''''') || '''')::tsquery`

/** Puts a tsquery together with the phrases that every project has to have, and the words that none may. */
export function toQuery(query: string, { phrases, excluded }: SearchTerms): RawBuilder<unknown> {
  const phrase = (text: string) =>
    isIndian(text)
      ? sql`search_phrase(${text})`
      : sql`phraseto_tsquery('simple', array_to_string(search_parts(${text}), ' '))`
  return sql.join(
    [sql`${query}::tsquery`, ...phrases.map(phrase), ...excluded.map((text) => sql`!!${phrase(text)}`)],
    sql` && `,
  )
}
