import { type RawBuilder, sql } from 'kysely'

import { limits } from '#contract/kit/limits.ts'
import { offsetOf } from '#contract/kit/paging.ts'

import type { Connection } from '../../database/connection.ts'
import { countAmong, type FacetRow } from '../list/facet-queries.ts'
import { allOf, type Choice, conditionsOf } from '../list/filter-queries.ts'
import { orders, sortColumns, type Window } from '../list/page-queries.ts'
import { matching } from './term-queries.ts'
import type { SearchWords } from './word-queries.ts'

/** How many matches there are, at most one more than are counted; when all are there, the ids of a page of them. */
export interface Matches {
  found: number
  /** At least one in a hundred projects, by the sample. */
  areFrequent: boolean
  ids: string[]
}

/** Collects what a search finds before any filter; when all are there, they give the page and the facets of a choice. */
export async function collectMatches(
  connection: Connection,
  words: SearchWords,
  choice: Choice,
  window: Window,
): Promise<Matches & { facets: FacetRow[] }> {
  const { rows } = await sql<Matches & { facets: FacetRow[] | null }>`
    with ${collected(words, {})},
    all_matches as materialized (
      select matches.*, ${namedBy(words)} as named from matches, found where found < ${tooMany}
    ),
    facets as (${countAmong(sql`all_matches`, choice)})
    select found, ${areFrequent} as are_frequent,
      array(select project_id from all_matches where ${allOf(conditionsOf(choice))} order by ${orderOf(window)} ${cut(window)}) as ids,
      (select json_agg(facets) from facets) as facets
    from found`.execute(connection)
  const [{ facets, ...matches }] = rows as [(typeof rows)[number]]
  return { ...matches, facets: facets ?? [] }
}

/** Collects what a choice leaves of a search. */
export async function collectChosen(
  connection: Connection,
  words: SearchWords,
  choice: Choice,
  window: Window,
): Promise<Matches> {
  const { rows } = await sql<Matches>`
    with ${collected(words, choice)}
    select found, ${areFrequent} as are_frequent, array(
      select project_id from (select matches.*, ${namedBy(words)} as named from matches) named
      where found < ${tooMany} order by ${orderOf(window)} ${cut(window)}
    ) as ids
    from found`.execute(connection)
  return rows[0]!
}

/**
 * The ids of one page of a choice that leaves more matches than are counted. By default, of the first ones by popularity those
 * named by the words come first. Frequent matches are met in their order among the first projects; what is rare, or does not
 * stand there, is all collected and sorted (0.1 s for 40,000): alone it would take a common word's search from 5 ms to 900.
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
  const pageOf = async (matches: RawBuilder<unknown>) => {
    const { rows } = await sql<Pick<Matches, 'found' | 'ids'>>`
      with matches as materialized (${matches}), placed as (
        select project_id, row_number() over (order by ${order}) as place from matches order by place limit ${wanted}
      )
      select (select count(*) from matches) as found, array(
        select project_id from placed order by ${window.sort === 'featured' ? ranked(words) : sql`place`} ${cut(window)}
      ) as ids`.execute(connection)
    return rows[0]!
  }
  if (areFrequent) {
    const met = await pageOf(sql`
      select ${sortColumns} from (
        select * from published_projects where ${partWalked(window, choice)} order by ${order} limit ${lookedThrough * wanted}
      ) first
      where ${matching(words, choice)} order by ${order} limit ${wanted}`)
    if (met.found >= wanted) return met.ids
  }
  return (await pageOf(sql`select ${sortColumns} from published_projects where ${matching(words, choice)}`))
    .ids
}

/** An order by price begins where the wanted prices begin. */
const partWalked = ({ sort }: Window, { lowest, highest }: Choice) =>
  allOf(sort.startsWith('price') ? conditionsOf({ lowest, highest }) : [])

/**
 * `matches` of a search and a choice, at most one more than are counted, and `found`, how many. A sample shows first when there
 * are far more: the index is read for every project that has the words, a common one for 80 ms at 1,000,000 projects.
 */
const collected = (words: SearchWords, choice: Choice): RawBuilder<unknown> => sql`
  sample as materialized (
    select from published_projects tablesample system (0.5) where ${matching(words, choice)} limit ${manyInSample}
  ), matches as materialized (
    select * from published_projects
    where (select count(*) from sample) < ${manyInSample} and ${matching(words, choice)} limit ${tooMany}
  ), found as (
    select case when (select count(*) from sample) = ${manyInSample} then ${tooMany} else count(*) end as found from matches
  )`

/** So many of 1,000 matches are in the sample not once in ten million searches, even when they lie side by side. */
const manyInSample = 160

/** At least a hundredth of the projects: what an order's first projects fill a page with. */
const areFrequent = sql`(select count(*) from sample) >= 50`

/** Of the first ones those named by the words, then the others, each in their order. */
const ranked = (words: SearchWords) => {
  const isNamed = sql`(select ${namedBy(words)} from published_projects where project_id = placed.project_id)`
  return sql`place > ${rankedMatches}, case when place <= ${rankedMatches} then ${isNamed} end desc, place`
}

const rankedMatches = 100

/** For each that is wanted: of matches that are one in a hundred twice what fills the page, so that hardly any of them are collected after all. */
const lookedThrough = 200

const tooMany = limits.countedMatches + 1

/** Whether title, tags or technologies have the words, and not the description alone. */
const namedBy = (words: SearchWords) => sql`ts_filter(words, '{a}') @@ (${words})`

/** By default, what is named by the words comes before what mentions them. */
const orderOf = ({ sort }: Window) =>
  sort === 'featured' ? sql`named desc, ${orders.featured}` : orders[sort]

const cut = (window: Window) => sql`limit ${window.limit} offset ${offsetOf(window)}`
