import { sql } from 'kysely'

import type { Connection } from '../platform/database/connection.ts'

export interface SeenError {
  message: string
  page: string
  browser: string
  release: string
  place: string
}

/** The row that counts all errors without a row of their own. No page has an empty pattern. */
const others: SeenError = { message: 'others', page: '', browser: '', release: '', place: '' }

/** Increments the count of an error that has a row; false when it has none. */
export async function countAgain(
  connection: Connection,
  { message, page, browser, release, place }: SeenError,
): Promise<boolean> {
  const { numUpdatedRows } = await connection
    .updateTable('browserErrors')
    .set({ count: sql`least(count + 1, 2000000000)`, lastSeenAt: sql`now()`, place })
    .where('message', '=', message)
    .where('page', '=', page)
    .where('browser', '=', browser)
    .where('release', '=', release)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0
}

/** Locks the table, so that nobody else can add a row until the transaction ends. */
export const lockErrors = (connection: Connection) =>
  sql`lock table browser_errors in share row exclusive mode`.execute(connection)

export async function countErrors(connection: Connection): Promise<number> {
  const { rows } = await connection
    .selectFrom('browserErrors')
    .select((of) => of.fn.countAll<number>().as('rows'))
    .where('page', '<>', '')
    .executeTakeFirstOrThrow()
  return rows
}

export const insertError = (connection: Connection, error: SeenError) =>
  connection.insertInto('browserErrors').values(error).execute()

/** Counts an error in the shared row. */
export async function countOther(connection: Connection): Promise<void> {
  if (!(await countAgain(connection, others))) await insertError(connection, others)
}

export const newestErrors = (connection: Connection, limit: number) =>
  connection
    .selectFrom('browserErrors')
    .selectAll()
    .where('page', '<>', '')
    .orderBy('lastSeenAt', 'desc')
    .orderBy('message')
    .limit(limit)
    .execute()

export async function otherErrors(connection: Connection): Promise<number> {
  const row = await connection
    .selectFrom('browserErrors')
    .select('count')
    .where('page', '=', '')
    .executeTakeFirst()
  return row?.count ?? 0
}

/** Deletes errors that no browser has reported for 30 days. */
export async function deleteOldErrors(connection: Connection): Promise<void> {
  await connection
    .deleteFrom('browserErrors')
    .where('lastSeenAt', '<', sql<Date>`now() - interval '30 days'`)
    .execute()
}
