import { sql } from 'kysely'

import type { Connection } from '../database/connection.ts'

/** The version of PostgreSQL, and how large this database is in bytes. */
export async function databaseFacts(connection: Connection): Promise<{ version: string; bytes: number }> {
  const { rows } = await sql<{ version: string; bytes: number }>`
    select current_setting('server_version') as version, pg_database_size(current_database()) as bytes`.execute(
    connection,
  )
  return rows[0]!
}
