import { type RawBuilder, sql } from 'kysely'

import { limits } from '#contract/kit/limits.ts'

import type { Connection } from '../../platform/database/connection.ts'
import { orderBy } from '../filter-queries.ts'
import { scoreOf, toQuery, type Wanted, withWeights } from './search-queries.ts'

/** A suggested project, with the id of its first picture. */
export interface SuggestedTitle {
  id: string
  title: string
  picture: string | null
}

/** Returns published projects whose title, technologies or tags have what is wanted, the most relevant first. */
export async function suggestTitles(connection: Connection, search: Wanted): Promise<SuggestedTitle[]> {
  // The words are in a subquery, so that the plan does not depend on them.
  const isNamed = sql`words @@ (select ${toQuery(withWeights(search.query, 'AB'), search)})`
  const max = sql.lit(limits.suggestedTitles)
  const columns = sql`project_id, featured_rank, sales_count, price_paise, words`
  const ranked = (projects: RawBuilder<unknown>) => sql`
    select project_id, row_number() over (order by score desc, ${orderBy('featured')}) as place
    from (select *, ${scoreOf(search)} as score from ${projects}) scored`
  const { rows } = await sql<SuggestedTitle>`
    with popular as materialized (
      select ${columns} from (
        select * from published_projects order by ${orderBy('featured')} limit ${sql.lit(maxRead)}
      ) first where ${isNamed} limit ${sql.lit(maxRanked)}
    ),
    -- What the popular ones do not fill is rare enough to collect.
    best as materialized (
      select * from popular where (select count(*) from popular) >= ${max}
      union all
      (select ${columns} from published_projects
        where (select count(*) from popular) < ${max} and ${isNamed} limit ${sql.lit(maxRanked)})
    ), placed as (${ranked(sql`best`)} order by place limit ${max})
    select id, title,
      (select id from project_images where project_images.project_id = projects.id order by position limit 1) as picture
    from placed join projects on id = project_id order by place`.execute(connection)
  return rows
}

/**
 * The number of the most popular projects that are read first. Without it, a beginning that no title has reads the
 * whole order.
 */
const maxRead = 2000
/** The number of matches that are ranked. */
const maxRanked = 60

/** Returns the names, in lower case, that mean the same as a text: those of technologies among them. */
export async function readSameNames(connection: Connection, text: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct lower(other.word) as name
    from synonyms named join synonym_sets on synonym_sets.id = named.set_id
      join synonyms other on other.set_id = named.set_id
    where named.key = search_key(${text}) and not is_near limit 50`.execute(connection)
  return rows.map(({ name }) => name)
}
