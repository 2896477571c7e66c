import { sql } from 'kysely'

import type { Connection } from '../platform/database/connection.ts'

/** The most browsers of a member whose entries are kept, and the days for which they are. */
const maxKept = 5
const days = 90

/**
 * Stores what a session leaves behind in its browser. What the member had left before this session began is in it, as
 * far as it is still wanted: it was restored then.
 */
export async function keepLeftBehind(
  trx: Connection,
  memberId: string,
  sessionId: string,
  entries: string,
): Promise<void> {
  await trx
    .deleteFrom('leftBehind')
    .where('memberId', '=', memberId)
    .where('leftAt', '<=', (eb) => eb.selectFrom('sessions').select('createdAt').where('id', '=', sessionId))
    .execute()
  await trx.insertInto('leftBehind').values({ memberId, entries }).execute()
  const newest = trx
    .selectFrom('leftBehind')
    .select('id')
    .where('memberId', '=', memberId)
    .orderBy('leftAt', 'desc')
    .limit(maxKept)
  await trx.deleteFrom('leftBehind').where('memberId', '=', memberId).where('id', 'not in', newest).execute()
}

/** Returns what a member left behind, the newest first. */
export const leftBehindOf = (connection: Connection, memberId: string) =>
  connection
    .selectFrom('leftBehind')
    .select('entries')
    .where('memberId', '=', memberId)
    .orderBy('leftAt', 'desc')
    .execute()

export async function deleteLeftBehindOf(connection: Connection, memberId: string): Promise<void> {
  await connection.deleteFrom('leftBehind').where('memberId', '=', memberId).execute()
}

export async function deleteOldLeftBehind(connection: Connection): Promise<void> {
  await connection
    .deleteFrom('leftBehind')
    .where('leftAt', '<=', sql<Date>`now() - make_interval(days => ${days})`)
    .execute()
}
