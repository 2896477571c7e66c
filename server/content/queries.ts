import { sql } from 'kysely'

import type { Connection } from '../database/connection.ts'

/** How many members have a completed order. */
export async function countBuyers(connection: Connection): Promise<number> {
  const { rows } = await sql<{ buyers: number }>`
    select count(distinct member_id) as buyers from orders where status = 'completed'`.execute(connection)
  return rows[0]!.buyers
}
