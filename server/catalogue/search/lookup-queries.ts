import { sql } from 'kysely'

import type { Connection } from '../../platform/database/connection.ts'

/** Returns the searches of the last days, today included, that found little, the most frequent first. */
export async function readPoorSearches(connection: Connection, days: number, max: number) {
  const { rows } = await sql<{ search: string; count: number }>`
    select search, sum(count) as count from poor_searches
    where day > (now() at time zone 'Asia/Kolkata')::date - ${days}::integer
    group by search order by count desc, search limit ${max}`.execute(connection)
  return rows
}
