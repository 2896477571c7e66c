import { type Selectable, sql } from 'kysely'

import type { Connection, DB } from '../../database/connection.ts'

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
 * Puts a confirmation in the place of the last one of its purpose. Undefined, and nothing changes, while that one is
 * younger than `wait` seconds.
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

/** Seconds until another one may take the place of the last one, at most `wait`; 0 when it may. */
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

/** What a member is to confirm, while its codes work. */
export const livingConfirmation = (connection: Connection, memberId: string, purpose: Purpose) =>
  connection
    .selectFrom('confirmations')
    .selectAll()
    .where('memberId', '=', memberId)
    .where('purpose', '=', purpose)
    .where('expiresAt', '>', sql<Date>`now()`)
    .executeTakeFirst()

/** Counts one attempt at a living confirmation that has fewer than `max`. */
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

/** Uses a confirmation up: true for exactly one of any number of simultaneous callers. */
export async function spendConfirmation(
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

/** Ends what a member was to confirm. How long to wait for the next codes stays as it was. */
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

/** Takes back codes that reached nobody, so that others may be asked for at once. */
export async function withdrawConfirmation(connection: Connection, confirmation: Confirmation) {
  await spendConfirmation(connection, confirmation)
}

/** Deletes what is over, the waiting after it too. */
export async function deleteOldConfirmations(connection: Connection): Promise<void> {
  await connection
    .deleteFrom('confirmations')
    .where('expiresAt', '<=', sql<Date>`now() - interval '1 hour'`)
    .execute()
}

/** Deletes all that a member was to confirm. */
export async function deleteConfirmationsOf(connection: Connection, memberId: string): Promise<void> {
  await connection.deleteFrom('confirmations').where('memberId', '=', memberId).execute()
}
