import { sql } from 'kysely'

import type { Connection } from '../database/connection.ts'

/** Sessions that are neither ended nor over. Whether their account is active, its noun adds. */
export const livingSessions = (connection: Connection) =>
  connection
    .selectFrom('sessions')
    .where('sessions.revokedAt', 'is', null)
    .where('sessions.expiresAt', '>', sql<Date>`now()`)

/** Begins a session of a member or a staff member that is over after some seconds. */
export async function insertSession(
  connection: Connection,
  session: { id: string; memberId: string } | { id: string; staffId: string },
  seconds: number,
): Promise<void> {
  const expiresAt = sql<Date>`now() + make_interval(secs => ${seconds})`
  await connection
    .insertInto('sessions')
    .values({ ...session, expiresAt })
    .execute()
}

/** Ends a session in every process. */
export async function revokeSession(connection: Connection, id: string): Promise<void> {
  await connection
    .updateTable('sessions')
    .set({ revokedAt: sql`now()` })
    .where('id', '=', id)
    .where('revokedAt', 'is', null)
    .execute()
}

/** Deletes sessions that are over, with their refresh tokens. */
export async function deleteEndedSessions(connection: Connection): Promise<void> {
  await connection
    .deleteFrom('sessions')
    .where('expiresAt', '<=', sql<Date>`now()`)
    .execute()
}
