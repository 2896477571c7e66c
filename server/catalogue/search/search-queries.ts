import { sql } from 'kysely'

import { limits } from '#contract/limits.ts'

import type { Connection } from '../../database/connection.ts'
import { countAmong, type FacetRow } from '../list/facet-queries.ts'
import { allOf, type Choice, conditionsOf } from '../list/filter-queries.ts'
import { orders, sortColumns, type Window } from '../list/page-queries.ts'
import { offsetOf } from '../list/page.ts'
import { inSample, manyInSample, readSample, sampledOf, upTo, walkedBy } from './sample-queries.ts'
import type { SearchWords } from './search-words.ts'
import { lookedUp } from './term-queries.ts'

/** The matches of a search before any filter, at most one more than are counted; facets and page stand for them when all are there. */
export interface Matches {
  found: number
  ids: string[]
  facets: FacetRow[] | null
}

/**
 * Collects what a search finds and reads everything from that. When there is more than is counted, only `found` says so: a
 * sample of what is found frequently shows it before all is looked up.
 */
export async function collectMatches(
  connection: Connection,
  words: SearchWords,
  choice: Choice,
  window: Window,
): Promise<Matches> {
  const isMany = sql`(select count(*) from sample) = ${manyInSample}`
  const { rows } = await sql<Matches>`
    with sample as materialized (
      select from published_projects where ${inSample} and ${lookedUp(words)} limit ${manyInSample}
    ), matches as materialized (
      select project_id from published_projects where not ${isMany} and ${lookedUp(words)} limit ${tooMany}
    ),
    found as (select case when ${isMany} then ${tooMany} else count(*) end as found from matches),
    all_matches as materialized (
      select published_projects.*, ${namedBy(words)} as named
      from matches join published_projects using (project_id)
      where (select found from found) < ${tooMany}
    ),
    facets as (${countAmong(sql`all_matches`, choice)})
    select found,
      array(select project_id from all_matches where ${allOf(conditionsOf(choice))} order by ${orderOf(window)} ${cut(window)}) as ids,
      (select json_agg(facets) from facets) as facets
    from found`.execute(connection)
  return rows[0]!
}

/**
 * One page of what a choice leaves of more matches than are counted, and how many that is, at most one more than are counted;
 * `of` projects are published. By default, of the first ones by popularity those named by the words come first. A sample of
 * the matches tells how to meet the fewest projects; when it misled, all matches are collected.
 */
export async function readAmongMany(
  connection: Connection,
  words: SearchWords,
  choice: Choice,
  window: Window,
  of: number,
): Promise<Pick<Matches, 'found' | 'ids'>> {
  const isBeyond = offsetOf(window) >= limits.countedMatches
  const end = offsetOf(window) + window.limit
  const wanted = isBeyond ? 1 : window.sort === 'featured' ? Math.max(rankedMatches, end) : end
  // Frequent matches are met in their order among the square root of these projects, before they could be looked up.
  const steps = (among: number) => Math.ceil(Math.sqrt(wanted * among))
  const frequent = (among: number) => Math.max(manyInSample, Math.ceil((3 * steps(among)) / sampledOf))
  const sample = await readSample(connection, words, choice, window, { atMost: frequent(of), wanted })
  const order = orders[window.sort]
  const matching = allOf([sql`words @@ (${words})`, ...conditionsOf(choice)])
  const nearest =
    sample.size < manyInSample
      ? sql`published_projects where false`
      : sample.size < frequent(sample.walked)
        ? sql`published_projects where ${lookedUp(words, choice, { unseen: true })} and ${upTo(window, sample)}`
        : sql`(select * from published_projects where ${allOf(conditionsOf(walkedBy(window, choice)))} order by ${order} limit ${steps(sample.walked)}) first
            where ${matching} order by ${order} limit ${wanted}`
  const isEnough = sql`(select count(*) from near) >= ${wanted}`
  const { rows } = await sql<Pick<Matches, 'found' | 'ids'>>`
    with near as materialized (select ${sortColumns} from ${nearest}),
    others as materialized (
      select ${sortColumns} from published_projects where not ${isEnough} and ${lookedUp(words, choice)}
    ), found as (
      select case when ${isEnough} then ${tooMany} else least(count(*), ${tooMany}) end as found from others
    ), placed as (
      select *, row_number() over (order by ${order}) as place,
        case when found < ${tooMany} then found else ${rankedMatches} end as ranks
      from (select * from near where ${isEnough} union all select * from others) matches, found
    )
    select found, array(select project_id from placed order by ${window.sort === 'featured' ? ranked(words) : sql`place`} ${cut(window)}) as ids
    from found`.execute(connection)
  const [{ found, ids }] = rows as [Pick<Matches, 'found' | 'ids'>]
  return { found, ids: isBeyond ? [] : ids }
}

const ranked = (words: SearchWords) => sql`place > ranks, case when place <= ranks then (
    select ${namedBy(words)} from published_projects where project_id = placed.project_id
  ) end desc, place`

const rankedMatches = 100
const tooMany = limits.countedMatches + 1

/** Whether title, tags or technologies have the words, and not the description alone. */
const namedBy = (words: SearchWords) => sql`ts_filter(words, '{a}') @@ (${words})`

/** By default, what is named by the words comes before what mentions them. */
const orderOf = ({ sort }: Window) =>
  sort === 'featured' ? sql`named desc, ${orders.featured}` : orders[sort]

const cut = (window: Window) => sql`limit ${window.limit} offset ${offsetOf(window)}`
