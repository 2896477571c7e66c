import { type Selectable, sql } from 'kysely'

import type { Connection } from '../platform/database/connection.ts'
import type { DB } from '../platform/database/tables.ts'

/** The version of PostgreSQL and the size of this database in bytes. */
export async function databaseFacts(connection: Connection): Promise<{ version: string; bytes: number }> {
  const { rows } = await sql<{ version: string; bytes: number }>`
    select current_setting('server_version') as version, pg_database_size(current_database()) as bytes`.execute(
    connection,
  )
  return rows[0]!
}

export type DailyCount = 'visits' | 'searches' | 'empty_searches' | 'cart_additions'

/** Adds to the counts of days in India (YYYY-MM-DD). */
export const addCounts = (
  connection: Connection,
  counts: { day: string; what: DailyCount; count: number }[],
) =>
  sql`insert into daily_counts (day, what, count)
    select part.day, part.what, part.count
    from unnest(${counts.map(({ day }) => day)}::date[], ${counts.map(({ what }) => what)}::text[],
      ${counts.map(({ count }) => count)}::int[]) as part (day, what, count)
    order by part.day, part.what
    on conflict (day, what) do update set count = daily_counts.count + excluded.count`.execute(connection)

/**
 * Statistics of each of the last days in India, today included, oldest first; money in paise. Visits are written every
 * five seconds and may be lost with a process, so a day has at least as many visits as its most viewed project has
 * views and as it has buyers.
 */
export async function daysOf(connection: Connection, days: number): Promise<DayRow[]> {
  const { rows } = await sql<DayRow>`
    with period as (
      select generate_series(${today} - ${days - 1}::int, ${today}, interval '1 day')::date as day
    ), counted as (
      select day, sum(count) filter (where what = 'visits') as visits,
        sum(count) filter (where what = 'searches') as searches,
        sum(count) filter (where what = 'empty_searches') as empty_searches,
        sum(count) filter (where what = 'cart_additions') as cart_additions
      from daily_counts where day > ${today} - ${days}::int group by day
    ), viewed as (
      select day, sum(views) as views, max(views) as visits
      from (
        select day, sum(views) as views from project_views where day > ${today} - ${days}::int group by day, project_id
      ) by_project group by day
    ), sold as (
      select (completed_at at time zone 'Asia/Kolkata')::date as day, count(*) as purchases, sum(amount_paise) as paise,
        count(distinct member_id) as buyers
      from orders where completed_at >= ${since(days)} group by 1
    ), returned as (
      select (created_at at time zone 'Asia/Kolkata')::date as day, count(*) as refunds
      from refunds where order_id is not null and created_at >= ${since(days)} group by 1
    )
    select period.day::text as day, greatest(counted.visits, viewed.visits, buyers, 0) as visits, coalesce(searches, 0) as searches,
      coalesce(empty_searches, 0) as empty_searches, coalesce(views, 0) as views,
      coalesce(cart_additions, 0) as cart_additions, coalesce(purchases, 0) as purchases,
      coalesce(paise, 0) as revenue_paise, coalesce(refunds, 0) as refunds
    from period left join counted using (day) left join viewed using (day)
      left join sold using (day) left join returned using (day)
    order by period.day`.execute(connection)
  return rows
}

interface DayRow {
  day: string
  visits: number
  searches: number
  emptySearches: number
  views: number
  cartAdditions: number
  purchases: number
  revenuePaise: number
  refunds: number
}

const groupings = {
  category: sql`select category as name from projects p where p.id = figures.project_id`,
  technology: sql`select unnest(technologies) as name from projects p where p.id = figures.project_id`,
  owner: sql`select m.name from projects p join members m on m.id = p.owner_id where p.id = figures.project_id`,
}
export type Grouping = keyof typeof groupings

/**
 * Views, purchases and revenue (in paise) of the last days, grouped by a property of the projects, best-selling first.
 */
export async function sharesBy(connection: Connection, side: Grouping, days: number, max: number) {
  const { rows } = await sql<ShareRow>`
    with figures as (
      select project_id, sum(views) as views, 0 as purchases, 0 as paise
      from project_views where day > ${today} - ${days}::int group by project_id
      union all
      select project_id, 0, count(*), sum(amount_paise) from orders where completed_at >= ${since(days)} group by project_id
    )
    select part.name, sum(views) as views, sum(purchases) as purchases, sum(paise) as revenue_paise
    from figures, lateral (${groupings[side]}) as part
    group by part.name order by sum(paise) desc, sum(views) desc, part.name limit ${max}`.execute(connection)
  return rows
}

interface ShareRow {
  name: string
  views: number
  purchases: number
  revenuePaise: number
}

const today = sql`(now() at time zone 'Asia/Kolkata')::date`
const since = (days: number) => sql`(${today} - ${days - 1}::int)::timestamp at time zone 'Asia/Kolkata'`

/** The newest finished backup; undefined when there never was one. */
export const lastBackup = (connection: Connection): Promise<Selectable<DB['backups']> | undefined> =>
  connection.selectFrom('backups').selectAll().orderBy('madeAt', 'desc').limit(1).executeTakeFirst()
