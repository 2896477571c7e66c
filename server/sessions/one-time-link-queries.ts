import { sql } from 'kysely'

import type { Connection } from '../database/connection.ts'

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

/** Takes a living link away: exactly one of any number of simultaneous callers gets its subject. */
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
