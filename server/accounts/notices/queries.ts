import { type Insertable, type Selectable, sql } from 'kysely'

import { reminderMonths } from '#contract/accounts/notices.ts'

import type { Connection } from '../../platform/database/connection.ts'
import type { DB } from '../../platform/database/tables.ts'

export type NoticeRow = Selectable<DB['notices']>

/** Inserts a notice; undefined when there is one with its idempotency key. */
export const insertNotice = (trx: Connection, notice: Insertable<DB['notices']>) =>
  trx
    .insertInto('notices')
    .values(notice)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()

export const noticeByKey = (connection: Connection, idempotencyKey: string) =>
  connection
    .selectFrom('notices')
    .selectAll()
    .where('idempotencyKey', '=', idempotencyKey)
    .executeTakeFirstOrThrow()

export const noticeById = (connection: Connection, id: string) =>
  connection.selectFrom('notices').selectAll().where('id', '=', id).executeTakeFirst()

export const allNotices = (connection: Connection) =>
  connection.selectFrom('notices').selectAll().orderBy('createdAt', 'desc').limit(100).execute()

/** Stops a notice, or lets it go on; undefined when it has ended or is so already. */
export const moveNotice = (trx: Connection, id: string, isStopped: boolean) =>
  trx
    .updateTable('notices')
    .set({ stoppedAt: isStopped ? sql<Date>`now()` : null })
    .where('id', '=', id)
    .where('endedAt', 'is', null)
    .where('stoppedAt', isStopped ? 'is' : 'is not', null)
    .returningAll()
    .executeTakeFirst()

/**
 * Locks the notice whose turn it is of those that are neither stopped nor ended: one about a breach, which the law
 * gives 72 hours, else the oldest.
 */
export const nextNotice = (trx: Connection) =>
  trx
    .selectFrom('notices')
    .selectAll()
    .where('endedAt', 'is', null)
    .where('stoppedAt', 'is', null)
    .orderBy(sql`kind = 'breach'`, 'desc')
    .orderBy('createdAt')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()

/** The next members who get a notice, in the order of their ids. */
export const nextRecipients = (trx: Connection, { sentTo, createdAt }: NoticeRow, max: number) =>
  trx
    .selectFrom('members')
    .select('id')
    .where('deactivatedAt', 'is', null)
    .where('createdAt', '<=', createdAt)
    .$if(sentTo !== null, (query) => query.where('id', '>', sentTo!))
    .orderBy('id')
    .limit(max)
    .execute()

/** Records up to which member a notice is queued, or its end when there was none left. */
export const recordProgress = (trx: Connection, id: string, members: { id: string }[]) =>
  trx
    .updateTable('notices')
    .set(
      members.length === 0
        ? { endedAt: sql<Date>`now()` }
        : { sentTo: members.at(-1)!.id, sent: sql<number>`sent + ${members.length}` },
    )
    .where('id', '=', id)
    .execute()

export async function countMembers(connection: Connection): Promise<number> {
  const { count } = await connection
    .selectFrom('members')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('deactivatedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/**
 * The day from which members are to be reminded of the rules: three months after the last time, or after the first
 * member joined.
 */
export async function reminderDue(connection: Connection): Promise<Date | null> {
  const { rows } = await sql<{ due: Date | null }>`
    select coalesce(
      (select max(created_at) from notices where kind = 'rules'),
      (select min(created_at) from members)
    ) + make_interval(months => ${reminderMonths}) as due`.execute(connection)
  return rows[0]!.due
}
