import { sql } from 'kysely'

import { limits } from '#contract/kit/limits.ts'

import type { Connection } from '../../database/connection.ts'
import { prepared } from '../../database/prepared.ts'
import { orders } from '../list/page-queries.ts'

/** The published projects whose title, tags or technologies have the words, the best first; the last word may be unfinished. */
export async function suggestTitles(connection: Connection, search: string) {
  const words = search.match(/[\p{L}\p{M}\p{N}]+/gu)
  if (!words || search.trim().length < 2) return []
  const named = words.map((word, index) => (index < words.length - 1 ? `${word}:A` : `${word}:*A`))
  const rows = await readTitles(connection, { named: named.join(' & ') })
  return rows.map(({ id, title }) => ({ _id: id, title }))
}

/** The words in a query of their own, so that it is planned once: planned each time it takes PostgreSQL 0.75 ms instead of 0.36. */
const readTitles = prepared((connection, { named }: { named: string }) => {
  const isNamed = sql`words @@ (select to_tsquery('simple', ${named}))`
  const max = sql.lit(limits.suggestedTitles)
  const best = sql`order by ${orders.featured} limit ${max}`
  return sql<{ id: string; title: string }>`
    with popular as materialized (
      select project_id, featured_rank, sales_count from (
        select * from published_projects order by ${orders.featured} limit ${sql.lit(lookedThrough)}
      ) first where ${isNamed} ${best}
    ),
    -- What the popular ones do not fill is rare enough to collect.
    best as (
      select * from popular where (select count(*) from popular) = ${max}
      union all
      select project_id, featured_rank, sales_count from published_projects
      where (select count(*) from popular) < ${max} and ${isNamed}
    )
    select project_id as id, (select title from projects where id = project_id) as title
    from best ${best}`.compile(connection)
})

/**
 * So many of the most popular projects are looked through first. Without that, at a million projects, what nobody's title
 * begins with ('zzq') walks the whole order, over 3 s instead of 2 ms, and 'hospital management system' takes 366 ms
 * instead of 1.4.
 */
const lookedThrough = 2000
