import { sql } from 'kysely'

import { limits } from '#contract/limits.ts'

import type { Connection } from '../database/connection.ts'
import type { PageQuery } from './card-queries.ts'
import { countAmong, type FacetRow } from './facet-queries.ts'
import { allOf, type Choice, conditionsOf } from './filter-queries.ts'
import { offsetOf } from './page.ts'
import { orders, sortColumns, type Window } from './published-queries.ts'
import type { SearchWords } from './search-words.ts'

/** The matches of a search before any filter, at most one more than are counted; facets and page stand for them when all are there. */
export interface Matches {
  found: number
  ids: string[]
  facets: FacetRow[] | null
}

/** Collects what a search finds and reads everything from that. When there is more than is counted, only `found` says so. */
export async function collectMatches(
  connection: Connection,
  words: SearchWords,
  choice: Choice,
  window: Window,
): Promise<Matches> {
  const { rows } = await sql<Matches>`
    with matches as materialized (
      select project_id from published_projects where words @@ (${words}) limit ${limits.countedMatches + 1}
    ),
    found as (select count(*) as found from matches),
    all_matches as materialized (
      select published_projects.*, ${namedBy(words)} as named
      from matches join published_projects using (project_id)
      where (select found from found) <= ${limits.countedMatches}
    ),
    facets as (${countAmong(sql`all_matches`, choice)})
    select found,
      array(select project_id from all_matches where ${allOf(conditionsOf(choice))} order by ${orderOf(window)} ${cut(window)}) as ids,
      (select json_agg(facets) from facets) as facets
    from found`.execute(connection)
  return rows[0]!
}

/**
 * What a choice, which `chosen` projects meet without the search, leaves of many matches: how many, at most one more than are
 * counted, and one page of them. Few chosen projects are looked at one by one, many not before the words are looked up.
 */
export async function collectChosen(
  connection: Connection,
  words: SearchWords,
  choice: Choice,
  window: Window,
  chosen: number,
): Promise<Pick<Matches, 'found' | 'ids'>> {
  const isFew = chosen <= fewChosen
  const { rows } = await sql<Pick<Matches, 'found' | 'ids'>>`
    with chosen as materialized (
      select project_id from published_projects where ${isFew ? allOf(conditionsOf(choice)) : sql`false`}
    ), matches as materialized (
      select ${sortColumns}, ${namedBy(words)} as named from published_projects
      where words @@ (${words}) and ${isFew ? sql`project_id in (select project_id from chosen)` : allOf(conditionsOf(choice))}
      limit ${limits.countedMatches + 1}
    )
    select (select count(*) from matches) as found,
      array(select project_id from matches order by ${orderOf(window)} ${cut(window)}) as ids`.execute(
    connection,
  )
  return rows[0]!
}

const fewChosen = 30_000

/**
 * One page of more matches than are counted; by default, of the first ones by popularity those named by the words come first.
 * The first projects of the order are looked through; only when too few of them match, all matches are collected. How many
 * match, the planner knows too badly to choose between the two.
 */
export function pageAmongMany(words: SearchWords, choice: Choice, window: Window): PageQuery | undefined {
  const end = offsetOf(window) + window.limit
  if (offsetOf(window) >= limits.countedMatches) return undefined
  const order = orders[window.sort]
  const wanted = Math.max(rankedMatches, end)
  const conditions = allOf(matching(words, choice))
  return sql`
    with sample as materialized (
      select from (select * from published_projects order by ${order} limit ${sampled}) first where ${conditions}
    ), near as materialized (
      select ${sortColumns} from (
        select * from published_projects where (select count(*) from sample) >= ${enoughInSample}
        order by ${order} limit ${lookedThrough}
      ) looked_through
      where ${conditions} order by ${order} limit ${wanted}
    ), others as materialized (
      select ${sortColumns} from published_projects where (select count(*) from near) < ${wanted} and ${conditions}
    ), first as (
      select * from near where (select count(*) from near) = ${wanted}
      union all (select * from others order by ${order} limit ${wanted})
    )
    select project_id from ${window.sort === 'featured' ? ranked(words) : sql`first order by ${order}`} ${cut(window)}`
}

const ranked = (words: SearchWords) => sql`(
  select *, row_number() over (order by ${orders.featured}) as place,
    (select ${namedBy(words)} from published_projects where project_id = first.project_id) as named
  from first
) ranked order by place > ${rankedMatches}, place <= ${rankedMatches} and named desc, place`

const rankedMatches = 100
/** The sample tells whether the matches are frequent enough for looking through so many to be cheaper than collecting them. */
const sampled = 2000
const enoughInSample = 5
const lookedThrough = 20_000

const matching = (words: SearchWords, choice: Choice) => [sql`words @@ (${words})`, ...conditionsOf(choice)]

/** Whether title, tags or technologies have the words, and not the description alone. */
const namedBy = (words: SearchWords) => sql`ts_filter(words, '{a}') @@ (${words})`

/** By default, what is named by the words comes before what mentions them. */
const orderOf = ({ sort }: Window) =>
  sort === 'featured' ? sql`named desc, ${orders.featured}` : orders[sort]

const cut = (window: Window) => sql`limit ${window.limit} offset ${offsetOf(window)}`
