import { sql } from 'kysely'

import { limits } from '#contract/limits.ts'

import type { Connection } from '../database/connection.ts'
import { countAmong, type FacetRow } from './facet-queries.ts'
import { allOf, type Choice, conditionsOf } from './filter-queries.ts'
import { offsetOf } from './page.ts'
import { cut, orders, type PageQuery, walkedPage, type Window } from './published-queries.ts'
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
    with found_projects as materialized (select project_id from published_projects where words @@ (${words})),
    -- Apart, as for so few rows the planner would rather read all projects than look the words up.
    matches as materialized (select * from found_projects limit ${limits.countedMatches + 1}),
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

/** How many of many matches a choice leaves, at most one more than are counted. */
export async function countChosen(
  connection: Connection,
  words: SearchWords,
  choice: Choice,
): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    with found_projects as materialized (
      select from published_projects where ${allOf(matching(words, choice))}
    )
    select count(*) as total from (select from found_projects limit ${limits.countedMatches + 1}) matches`.execute(
    connection,
  )
  return rows[0]!.total
}

/** One page of few matches. */
export const chosenPage = (words: SearchWords, choice: Choice, window: Window): PageQuery => sql`
  with matches as materialized (
    select project_id, price_paise, rating, rating_count, sales_count, is_featured, created_at,
      ${namedBy(words)} as named
    from published_projects where ${allOf(matching(words, choice))}
  )
  select project_id from matches order by ${orderOf(window)} ${cut(window)}`

/** One page of more matches than are counted: by popularity the first are looked at, and those named by the words come first. */
export function pageAmongMany(words: SearchWords, choice: Choice, window: Window): PageQuery | undefined {
  if (offsetOf(window) >= limits.countedMatches) return undefined
  const conditions = matching(words, choice)
  if (window.sort !== 'featured' || offsetOf(window) + window.limit > rankedMatches)
    return walkedPage(conditions, window)
  return sql`
    with first as materialized (
      select project_id, is_featured, sales_count, ${namedBy(words)} as named
      from published_projects where ${allOf(conditions)} order by ${orders.featured} limit ${rankedMatches}
    )
    select project_id from first order by ${orderOf(window)} ${cut(window)}`
}

const rankedMatches = 100

const matching = (words: SearchWords, choice: Choice) => [sql`words @@ (${words})`, ...conditionsOf(choice)]

/** Whether title, tags or technologies have the words, and not the description alone. */
const namedBy = (words: SearchWords) => sql`ts_filter(words, '{a}') @@ (${words})`

/** By default, what is named by the words comes before what mentions them. */
const orderOf = ({ sort }: Window) =>
  sort === 'featured' ? sql`named desc, ${orders.featured}` : orders[sort]
