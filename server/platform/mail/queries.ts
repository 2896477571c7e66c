import { sql } from 'kysely'

import type { Connection } from '../database/connection.ts'

/** The outcome of an email's job so far. */
export const outcomeOf = (connection: Connection, jobId: string) =>
  connection
    .selectFrom('mailOutcomes')
    .select(['sentAt', 'unanswered'])
    .where('jobId', '=', jobId)
    .executeTakeFirst()

export async function noteSent(connection: Connection, jobId: string): Promise<void> {
  await connection
    .insertInto('mailOutcomes')
    .values({ jobId, sentAt: new Date() })
    .onConflict((conflict) => conflict.column('jobId').doUpdateSet({ sentAt: new Date() }))
    .execute()
}

/** Records that a mail server accepted an email about something ('payment <id>'). */
export async function noteSentAbout(
  connection: Connection,
  mail: { jobId: string; about: string; kind: string },
): Promise<void> {
  await connection
    .insertInto('sentMails')
    .values(mail)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The emails about something that a mail server accepted, oldest first. */
export const sentAbout = (connection: Connection, about: string) =>
  connection
    .selectFrom('sentMails')
    .select(['kind', 'sentAt'])
    .where('about', '=', about)
    .orderBy('sentAt')
    .execute()

/** Counts an attempt that was sent and not answered. */
export async function noteUnanswered(connection: Connection, jobId: string): Promise<void> {
  await sql`
    insert into mail_outcomes (job_id, unanswered) values (${jobId}, 1)
    on conflict (job_id) do update set unanswered = mail_outcomes.unanswered + 1, updated_at = now()`.execute(
    connection,
  )
}

/** Deletes the outcomes of finished jobs: none is tried for longer than two days. */
export async function deleteOldOutcomes(connection: Connection): Promise<void> {
  await connection
    .deleteFrom('mailOutcomes')
    .where('updatedAt', '<', sql<Date>`now() - interval '4 days'`)
    .execute()
}

export async function insertBounce(connection: Connection, email: string, reply: string): Promise<void> {
  const bounce = { reply, bouncedAt: new Date(), isBlocked: true }
  await connection
    .insertInto('mailBounces')
    .values({ email, ...bounce })
    .onConflict((conflict) => conflict.column('email').doUpdateSet(bounce))
    .execute()
}

export const isBlocked = async (connection: Connection, email: string): Promise<boolean> =>
  (await connection
    .selectFrom('mailBounces')
    .select('email')
    .where('email', '=', email)
    .where('isBlocked', '=', true)
    .executeTakeFirst()) !== undefined

export async function unblock(connection: Connection, email: string): Promise<void> {
  await connection
    .updateTable('mailBounces')
    .set({ isBlocked: false })
    .where('email', '=', email)
    .where('isBlocked', '=', true)
    .execute()
}

export const bounceOf = (connection: Connection, email: string) =>
  connection.selectFrom('mailBounces').select('isBlocked').where('email', '=', email).executeTakeFirst()

/** Deletes a bounce whose address is not blocked any more. */
export async function deleteUnblocked(connection: Connection, email: string): Promise<void> {
  await connection
    .deleteFrom('mailBounces')
    .where('email', '=', email)
    .where('isBlocked', '=', false)
    .execute()
}

/** Deletes the bounce of an address. */
export async function deleteBounce(connection: Connection, email: string): Promise<void> {
  await connection.deleteFrom('mailBounces').where('email', '=', email).execute()
}

/** Counts the emails sent in the last day, and the addresses that are blocked because mail to them came back. */
export async function mailFigures(connection: Connection) {
  const [sent, blocked] = await Promise.all([
    connection
      .selectFrom('mailOutcomes')
      .select(sql<number>`count(*)`.as('count'))
      .where('sentAt', '>', sql<Date>`now() - interval '1 day'`)
      .executeTakeFirstOrThrow(),
    connection
      .selectFrom('mailBounces')
      .select(sql<number>`count(*)`.as('count'))
      .where('isBlocked', '=', true)
      .executeTakeFirstOrThrow(),
  ])
  return { sentLastDay: sent.count, blockedAddresses: blocked.count }
}
