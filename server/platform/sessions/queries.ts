import { sql } from 'kysely'

import type { Connection } from '../database/connection.ts'
import { type Device, unknownDevice } from './device.ts'

/** Sessions that are neither revoked nor expired. Callers add whether the account is active. */
export const livingSessions = (connection: Connection) =>
  connection
    .selectFrom('sessions')
    .where('sessions.revokedAt', 'is', null)
    .where('sessions.expiresAt', '>', sql<Date>`now()`)

/** Starts a session of a member or a staff member that expires after some seconds. */
export async function insertSession(
  connection: Connection,
  session: { id: string; memberId: string } | { id: string; staffId: string },
  seconds: number,
  { device, network }: Device = unknownDevice,
): Promise<void> {
  const expiresAt = sql<Date>`now() + make_interval(secs => ${seconds})`
  await connection
    .insertInto('sessions')
    .values({ ...session, device, network, expiresAt })
    .execute()
}

/** Records the use of a session and its device. */
export async function touchSession(
  connection: Connection,
  id: string,
  { device, network }: Device,
): Promise<void> {
  await connection
    .updateTable('sessions')
    .set({ device, network, lastUsedAt: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
}

/** The live sessions of a member, last used first. */
export const sessionsOfMember = (connection: Connection, memberId: string) =>
  livingSessions(connection)
    .select(['id', 'device', 'network', 'createdAt', 'lastUsedAt'])
    .where('memberId', '=', memberId)
    .orderBy('lastUsedAt', 'desc')
    .orderBy('id')
    .execute()

/** Revokes the live sessions of a member that `which` selects, in every process. Returns their number. */
export async function revokeSessionsOf(
  connection: Connection,
  memberId: string,
  which: { id: string } | { except: string } | 'all',
): Promise<number> {
  const ended = await connection
    .updateTable('sessions')
    .set({ revokedAt: sql`now()` })
    .where('memberId', '=', memberId)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', sql<Date>`now()`)
    .$if(which !== 'all' && 'id' in which, (query) => query.where('id', '=', (which as { id: string }).id))
    .$if(which !== 'all' && 'except' in which, (query) =>
      query.where('id', '<>', (which as { except: string }).except),
    )
    .returning('id')
    .execute()
  return ended.length
}

/** Revokes the live sessions of a staff member, in every process, but for `except`. */
export async function revokeStaffSessions(
  connection: Connection,
  staffId: string,
  { except }: { except?: string } = {},
): Promise<void> {
  await connection
    .updateTable('sessions')
    .set({ revokedAt: sql`now()` })
    .where('staffId', '=', staffId)
    .where('revokedAt', 'is', null)
    .$if(except !== undefined, (query) => query.where('id', '<>', except!))
    .execute()
}

/** Revokes a session in every process. */
export async function revokeSession(connection: Connection, id: string): Promise<void> {
  await connection
    .updateTable('sessions')
    .set({ revokedAt: sql`now()` })
    .where('id', '=', id)
    .where('revokedAt', 'is', null)
    .execute()
}

/** Deletes all sessions of a member, with their refresh tokens. */
export async function deleteSessionsOf(connection: Connection, memberId: string): Promise<void> {
  await connection.deleteFrom('sessions').where('memberId', '=', memberId).execute()
}

/** Deletes expired sessions, with their refresh tokens. */
export async function deleteEndedSessions(connection: Connection): Promise<void> {
  await connection
    .deleteFrom('sessions')
    .where('expiresAt', '<=', sql<Date>`now()`)
    .execute()
}

interface NewLink {
  tokenHash: string
  audience: string
  subject: string
}

export async function insertLink(connection: Connection, link: NewLink, seconds: number): Promise<void> {
  const expiresAt = sql<Date>`now() + make_interval(secs => ${seconds})`
  await connection
    .insertInto('oneTimeLinks')
    .values({ ...link, expiresAt })
    .execute()
}

/** Deletes a valid link and returns its subject, to exactly one of any number of concurrent callers. */
export async function takeLink(
  connection: Connection,
  audience: string,
  tokenHash: string,
): Promise<string | undefined> {
  const link = await connection
    .deleteFrom('oneTimeLinks')
    .where('tokenHash', '=', tokenHash)
    .where('audience', '=', audience)
    .where('expiresAt', '>', sql<Date>`now()`)
    .returning('subject')
    .executeTakeFirst()
  return link?.subject
}

export async function subjectOfLink(
  connection: Connection,
  audience: string,
  tokenHash: string,
): Promise<string | undefined> {
  const link = await connection
    .selectFrom('oneTimeLinks')
    .select('subject')
    .where('tokenHash', '=', tokenHash)
    .where('audience', '=', audience)
    .where('expiresAt', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return link?.subject
}

export async function hasLink(connection: Connection, audience: string, subject: string): Promise<boolean> {
  const link = await connection
    .selectFrom('oneTimeLinks')
    .select('tokenHash')
    .where('audience', '=', audience)
    .where('subject', '=', subject)
    .where('expiresAt', '>', sql<Date>`now()`)
    .limit(1)
    .executeTakeFirst()
  return link !== undefined
}

export async function deleteExpiredLinks(connection: Connection): Promise<void> {
  await connection
    .deleteFrom('oneTimeLinks')
    .where('expiresAt', '<=', sql<Date>`now()`)
    .execute()
}

export async function deleteLinksOf(
  connection: Connection,
  audience: string,
  subject: string,
): Promise<void> {
  await connection
    .deleteFrom('oneTimeLinks')
    .where('audience', '=', audience)
    .where('subject', '=', subject)
    .execute()
}
