import { sql } from 'kysely'

import type { Connection } from '../../database/connection.ts'

interface NewCode {
  email: string
  sessionHash: string
  codeHash: string
}

/** Puts a code in the place of the email's last one. False, and nothing changes, while that one is unused and younger than `wait` seconds. */
export async function replaceCode(
  connection: Connection,
  code: NewCode,
  life: number,
  wait: number,
): Promise<boolean> {
  const { rows } = await sql`
    insert into one_time_codes (email, session_hash, code_hash, expires_at)
    values (${code.email}, ${code.sessionHash}, ${code.codeHash}, now() + make_interval(secs => ${life}))
    on conflict (email) do update set
      session_hash = excluded.session_hash, code_hash = excluded.code_hash, tries = 0,
      sent_at = excluded.sent_at, expires_at = excluded.expires_at, used_at = null
    where one_time_codes.used_at is not null or one_time_codes.sent_at <= now() - make_interval(secs => ${wait})
    returning 1`.execute(connection)
  return rows.length > 0
}

/** Seconds until an email may ask for another code, between 1 and `wait`. */
export async function secondsToWait(connection: Connection, email: string, wait: number): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select least(${wait}, greatest(1, ceil(extract(epoch from sent_at - clock_timestamp()) + ${wait})))::int as seconds
    from one_time_codes where email = ${email}`.execute(connection)
  return rows[0]?.seconds ?? wait
}

/** Counts one try of a live code that has fewer than `most`, and keeps the row locked until the transaction ends. */
export const takeTry = (connection: Connection, email: string, sessionHash: string, most: number) =>
  connection
    .updateTable('oneTimeCodes')
    .set((column) => ({ tries: column('tries', '+', 1) }))
    .where('email', '=', email)
    .where('sessionHash', '=', sessionHash)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', sql<Date>`now()`)
    .where('tries', '<', most)
    .returning('codeHash')
    .executeTakeFirst()

export async function returnTry(connection: Connection, email: string): Promise<void> {
  await connection
    .updateTable('oneTimeCodes')
    .set((column) => ({ tries: column('tries', '-', 1) }))
    .where('email', '=', email)
    .execute()
}

export async function spendCode(connection: Connection, email: string): Promise<void> {
  await connection
    .updateTable('oneTimeCodes')
    .set({ usedAt: sql`now()` })
    .where('email', '=', email)
    .execute()
}

export async function deleteExpiredCodes(connection: Connection): Promise<void> {
  await connection
    .deleteFrom('oneTimeCodes')
    .where('expiresAt', '<=', sql<Date>`now()`)
    .execute()
}
