import { sql } from 'kysely'

import { limits } from '#contract/limits.ts'

import type { Connection } from '../database/connection.ts'
import { orders } from './published-queries.ts'
import { searchWords } from './search-words.ts'

/** The published projects whose title, tags or technologies have the words, the best first; the last word may be unfinished. */
export async function suggestTitles(connection: Connection, search: string) {
  const words = searchWords(search)
  const named = sql`words @@ (${words}) and ts_filter(words, '{a}') @@ (${words})`
  const best = sql`order by ${orders.featured} limit ${limits.suggestedTitles}`
  const { rows } = await sql<{ id: string; title: string }>`
    with matches as materialized (
      select project_id, is_featured, sales_count from published_projects where ${named} limit ${limits.countedMatches}
    ),
    -- Of few matches the best; of many the best are soon met in the order of popularity.
    best as (
      (select * from matches where (select count(*) from matches) < ${limits.countedMatches} ${best})
      union all (
        select project_id, is_featured, sales_count from published_projects
        where (select count(*) from matches) = ${limits.countedMatches} and ${named} ${best}
      )
    )
    select project_id as id, (select title from projects where id = project_id) as title from best ${best}`.execute(
    connection,
  )
  return rows.map(({ id, title }) => ({ _id: id, title }))
}

/** The technologies of published projects that begin with what was typed, most used first, each in its usual spelling. */
export async function suggestTechnologies(connection: Connection, search: string) {
  const { rows } = await sql<{ name: string; count: number }>`
    select (array_agg(spelling order by projects desc, spelling))[1] as name, sum(projects)::integer as count
    from (
      select technology, spelling, sum(projects) as projects from published_facets
      where category = '' and difficulty = '' and price_step = -1 and technology <> ''
        and starts_with(technology, lower(${search}))
      group by technology, spelling having sum(projects) > 0
    ) spelled
    group by technology order by count desc, technology limit ${limits.suggestedTechnologies}`.execute(
    connection,
  )
  return rows
}
