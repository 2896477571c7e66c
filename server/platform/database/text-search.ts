import { type SelectQueryBuilder, sql } from 'kysely'

import type { Connection } from './connection.ts'
import type { DB } from './tables.ts'

/** The LIKE pattern of texts that contain a text, for a column in lower case. */
export const containing = (text: string): string =>
  `%${text.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`

/** Whether the text indexes can find a text, for which it needs three letters or digits in a row. */
export const isIndexed = (text: string): boolean => /[\p{L}\p{N}]{3}/u.test(text)

/**
 * The ids of at most `max` rows that match a text, found with the text indexes alone: the planner takes every word for
 * a common one, and would read all rows in their order to find a rare one.
 */
export const idsByTextIndex = <Tables extends keyof DB>(
  connection: Connection,
  rows: (trx: Connection) => SelectQueryBuilder<DB, Tables, { id: string }>,
  max: number,
): Promise<string[]> =>
  connection.transaction().execute(async (trx) => {
    await sql`set local enable_seqscan = off`.execute(trx)
    await sql`set local enable_indexscan = off`.execute(trx)
    const found = await rows(trx).limit(max).execute()
    return found.map(({ id }) => id)
  })
