import { type Selectable, sql } from 'kysely'

import type { Connection } from '../platform/database/connection.ts'
import type { DB } from '../platform/database/tables.ts'

interface NewCode {
  email: string
  networkHash: string
  sessionHash: string
  codeHash: string
  mailedHash: string
}

/** Locks an email until the transaction ends: nobody else is sent a code or signed in with it. */
export async function lockEmail(transaction: Connection, email: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`sign-in ${email}`}, 0))`.execute(transaction)
}

/**
 * Replaces the last code that the network requested with this email. Returns false, and changes nothing, while that one
 * is unanswered and younger than `wait` seconds.
 */
export async function replaceCode(
  connection: Connection,
  code: NewCode,
  life: number,
  wait: number,
): Promise<boolean> {
  const { rows } = await sql`
    insert into one_time_codes (email, network_hash, session_hash, code_hash, mailed_hash, expires_at)
    values (${code.email}, ${code.networkHash}, ${code.sessionHash}, ${code.codeHash}, ${code.mailedHash},
      now() + make_interval(secs => ${life}))
    on conflict (email, network_hash) do update set
      superseded_hashes = case when one_time_codes.is_answered then '{}' else
        (array_remove(one_time_codes.mailed_hash || one_time_codes.superseded_hashes, null))[1:3] end,
      mailed_hash = excluded.mailed_hash,
      session_hash = excluded.session_hash, code_hash = excluded.code_hash, attempts = 0, is_answered = false,
      sent_at = excluded.sent_at, expires_at = excluded.expires_at, used_at = null
    where one_time_codes.is_answered or one_time_codes.sent_at <= now() - make_interval(secs => ${wait})
    returning 1`.execute(connection)
  return rows.length > 0
}

export type CodeRow = Selectable<DB['oneTimeCodes']>

/** Returns the newest code that a network requested with an email. */
export const codeOf = (
  connection: Connection,
  email: string,
  networkHash: string,
): Promise<CodeRow | undefined> =>
  connection
    .selectFrom('oneTimeCodes')
    .selectAll()
    .where('email', '=', email)
    .where('networkHash', '=', networkHash)
    .executeTakeFirst()

/** Deletes a code and restores the one before it, unless a newer one exists already. */
export async function withdrawCode(
  connection: Connection,
  { email, networkHash, sessionHash }: Pick<NewCode, 'email' | 'networkHash' | 'sessionHash'>,
  previous: CodeRow | undefined,
): Promise<void> {
  const withdrawn = await connection
    .deleteFrom('oneTimeCodes')
    .where('email', '=', email)
    .where('networkHash', '=', networkHash)
    .where('sessionHash', '=', sessionHash)
    .returning('email')
    .executeTakeFirst()
  if (withdrawn && previous) await connection.insertInto('oneTimeCodes').values(previous).execute()
}

/** Returns the seconds until a network may request another code with an email, at most `wait`; 0 when it may now. */
export async function secondsToNextCode(
  connection: Connection,
  email: string,
  networkHash: string,
  wait: number,
): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select least(${wait}, ceil(extract(epoch from sent_at - clock_timestamp()) + ${wait}))::int as seconds
    from one_time_codes where email = ${email} and network_hash = ${networkHash} and not is_answered
      and sent_at > clock_timestamp() - make_interval(secs => ${wait})`.execute(connection)
  return rows[0]?.seconds ?? 0
}

/** The time since which a sent code counts as unanswered. */
const anHourAgo = sql<Date>`now() - interval '1 hour'`

/**
 * Whether a code was sent to an email within the last hour and nobody has signed in with it, or with another, since.
 */
export async function hasUnansweredCode(connection: Connection, email: string): Promise<boolean> {
  const code = await connection
    .selectFrom('oneTimeCodes')
    .select('email')
    .where('email', '=', email)
    .where('isAnswered', '=', false)
    .where('sentAt', '>', anHourAgo)
    .limit(1)
    .executeTakeFirst()
  return code !== undefined
}

/** Marks all codes of an email as answered: the reader of its mails has signed in. */
export async function markCodesAnswered(connection: Connection, email: string): Promise<void> {
  await connection.updateTable('oneTimeCodes').set({ isAnswered: true }).where('email', '=', email).execute()
}

/** Counts one attempt at a live code that has fewer than `max`, and returns its hash. */
export const countCodeAttempt = (connection: Connection, email: string, sessionHash: string, max: number) =>
  connection
    .updateTable('oneTimeCodes')
    .set((column) => ({ attempts: column('attempts', '+', 1) }))
    .where('email', '=', email)
    .where('sessionHash', '=', sessionHash)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', sql<Date>`now()`)
    .where('attempts', '<', max)
    .returning(['codeHash', 'supersededHashes', 'sentAt'])
    .executeTakeFirst()

export async function returnCodeAttempt(
  connection: Connection,
  email: string,
  sessionHash: string,
): Promise<void> {
  await connection
    .updateTable('oneTimeCodes')
    .set((column) => ({ attempts: column('attempts', '-', 1) }))
    .where('email', '=', email)
    .where('sessionHash', '=', sessionHash)
    .execute()
}

/** Marks a code as used: true for exactly one of any number of simultaneous callers. */
export async function consumeCode(
  connection: Connection,
  email: string,
  sessionHash: string,
): Promise<boolean> {
  const spent = await connection
    .updateTable('oneTimeCodes')
    .set({ usedAt: sql`now()` })
    .where('email', '=', email)
    .where('sessionHash', '=', sessionHash)
    .where('usedAt', 'is', null)
    .returning('email')
    .executeTakeFirst()
  return spent !== undefined
}

/** Deletes codes that have expired and no longer count as unanswered. */
export async function deleteExpiredCodes(connection: Connection): Promise<void> {
  await connection
    .deleteFrom('oneTimeCodes')
    .where('expiresAt', '<=', sql<Date>`now()`)
    .where('sentAt', '<=', anHourAgo)
    .execute()
}

/** Deletes all codes of an email. */
export async function deleteCodesOf(connection: Connection, email: string): Promise<void> {
  await connection.deleteFrom('oneTimeCodes').where('email', '=', email).execute()
}

export type Confirmation = Selectable<DB['confirmations']>
export type Purpose = 'change email' | 'delete account'

interface NewConfirmation {
  memberId: string
  purpose: Purpose
  codeHash: string
  /** The new address, and the hash of the code that goes there. */
  email: string | null
  emailCodeHash: string | null
}

/**
 * Replaces the last confirmation of the same purpose. Returns undefined, and changes nothing, while that one is younger
 * than `wait` seconds.
 */
export async function replaceConfirmation(
  connection: Connection,
  confirmation: NewConfirmation,
  { life, wait }: { life: number; wait: number },
): Promise<Confirmation | undefined> {
  const fresh = {
    ...confirmation,
    attempts: 0,
    sentAt: sql<Date>`now()`,
    expiresAt: sql<Date>`now() + make_interval(secs => ${life})`,
  }
  return connection
    .insertInto('confirmations')
    .values(fresh)
    .onConflict((conflict) =>
      conflict
        .columns(['memberId', 'purpose'])
        .doUpdateSet(fresh)
        .where(sql<boolean>`confirmations.sent_at <= now() - make_interval(secs => ${wait})`),
    )
    .returningAll()
    .executeTakeFirst()
}

/** Returns the seconds until the last confirmation may be replaced, at most `wait`; 0 when it may now. */
export async function secondsToNextConfirmation(
  connection: Connection,
  memberId: string,
  purpose: Purpose,
  wait: number,
): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select greatest(0, least(${wait}, ceil(extract(epoch from sent_at - clock_timestamp()) + ${wait})))::int as seconds
    from confirmations where member_id = ${memberId} and purpose = ${purpose}`.execute(connection)
  return rows[0]?.seconds ?? 0
}

/** Returns a member's unexpired confirmation. */
export const activeConfirmation = (connection: Connection, memberId: string, purpose: Purpose) =>
  connection
    .selectFrom('confirmations')
    .selectAll()
    .where('memberId', '=', memberId)
    .where('purpose', '=', purpose)
    .where('expiresAt', '>', sql<Date>`now()`)
    .executeTakeFirst()

/** Counts one attempt at an unexpired confirmation that has fewer than `max`. */
export const countConfirmationAttempt = (
  connection: Connection,
  memberId: string,
  purpose: Purpose,
  max: number,
): Promise<Confirmation | undefined> =>
  connection
    .updateTable('confirmations')
    .set((column) => ({ attempts: column('attempts', '+', 1) }))
    .where('memberId', '=', memberId)
    .where('purpose', '=', purpose)
    .where('expiresAt', '>', sql<Date>`now()`)
    .where('attempts', '<', max)
    .returningAll()
    .executeTakeFirst()

/** Deletes a confirmation when it is used: true for exactly one of any number of simultaneous callers. */
export async function consumeConfirmation(
  connection: Connection,
  { memberId, purpose, codeHash }: Confirmation,
): Promise<boolean> {
  const spent = await connection
    .deleteFrom('confirmations')
    .where('memberId', '=', memberId)
    .where('purpose', '=', purpose)
    .where('codeHash', '=', codeHash)
    .returning('memberId')
    .executeTakeFirst()
  return spent !== undefined
}

/** Expires a confirmation. The wait before the next codes stays as it was. */
export async function expireConfirmation(
  connection: Connection,
  memberId: string,
  purpose: Purpose,
): Promise<void> {
  await connection
    .updateTable('confirmations')
    .set({ expiresAt: sql`now()` })
    .where('memberId', '=', memberId)
    .where('purpose', '=', purpose)
    .execute()
}

/** Deletes a confirmation whose codes were not mailed, so that others may be requested at once. */
export async function withdrawConfirmation(connection: Connection, confirmation: Confirmation) {
  await consumeConfirmation(connection, confirmation)
}

/** Deletes confirmations that expired an hour ago, when the wait after them is over too. */
export async function deleteOldConfirmations(connection: Connection): Promise<void> {
  await connection
    .deleteFrom('confirmations')
    .where('expiresAt', '<=', sql<Date>`now() - interval '1 hour'`)
    .execute()
}

/** Deletes all confirmations of a member. */
export async function deleteConfirmationsOf(connection: Connection, memberId: string): Promise<void> {
  await connection.deleteFrom('confirmations').where('memberId', '=', memberId).execute()
}
