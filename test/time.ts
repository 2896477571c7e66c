import { type Selectable, sql } from 'kysely'

import type { Database } from '#server/platform/database/connection.ts'
import type { DB } from '#server/platform/database/tables.ts'

/**
 * Lets time pass for the rows of a table, all of them or those with these values: moves their times back by an interval
 * of PostgreSQL, such as '2 days'.
 */
export async function timePasses<Table extends keyof DB>(
  db: Database,
  interval: string,
  table: Table,
  row: Partial<Selectable<DB[Table]>> = {},
) {
  const columns = sql<{ name: string }>`select column_name as name from information_schema.columns
    where replace(table_name, '_', '') = ${table.toLowerCase()} and data_type = 'timestamp with time zone'`
  const earlier = (await columns.execute(db)).rows.map(
    ({ name }) => sql`${sql.ref(name)} = ${sql.ref(name)} - ${interval}::interval`,
  )
  const values = Object.entries(row).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
  const where = sql.join([sql`true`, ...values], sql` and `)
  await sql`update ${sql.table(table)} set ${sql.join(earlier)} where ${where}`.execute(db)
}
