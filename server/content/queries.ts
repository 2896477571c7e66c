import { sql } from 'kysely'

import type { Connection } from '../database/connection.ts'

/** A text that staff keep under a name, or undefined when they keep none. */
export async function readSetting(connection: Connection, name: string): Promise<unknown> {
  const row = await connection
    .selectFrom('settings')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirst()
  return row?.value
}

/** How many members have a completed order. */
export async function countBuyers(connection: Connection): Promise<number> {
  const { rows } = await sql<{ buyers: number }>`
    select count(distinct member_id) as buyers from orders where status = 'completed'`.execute(connection)
  return rows[0]!.buyers
}
