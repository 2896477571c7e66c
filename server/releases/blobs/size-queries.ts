import { sql } from 'kysely'

import type { Connection } from '../../database/connection.ts'

/** How many bytes the source files of all releases take in the store; each is stored once. */
export async function storedSourceBytes(connection: Connection): Promise<number> {
  const { bytes } = await connection
    .selectFrom('blobs')
    .select(sql<number>`coalesce(sum(size), 0)`.as('bytes'))
    .executeTakeFirstOrThrow()
  return bytes
}
