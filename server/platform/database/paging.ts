import type { SelectQueryBuilder } from 'kysely'

import type { Connection } from './connection.ts'
import type { DB } from './tables.ts'

/** How many rows a query finds, counted no further than `max`, so that a million keep nobody waiting. `isCapped`: there are more. */
export async function countAtMost<Tables extends keyof DB, Row>(
  connection: Connection,
  rows: SelectQueryBuilder<DB, Tables, Row>,
  max: number,
) {
  const { count } = await connection
    .selectFrom(rows.limit(max + 1).as('counted'))
    .select((counted) => counted.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return { total: Math.min(count, max), isCapped: count > max }
}
