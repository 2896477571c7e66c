import { type Selectable, sql } from 'kysely'

import type { ContactStatus } from '#contract/content/contacts.ts'
import { limits } from '#contract/kit/limits.ts'
import type { PageWindow } from '#contract/kit/paging.ts'
import { formerMemberName } from '#server/accounts/short-name.ts'

import type { Connection, Database } from '../../platform/database/connection.ts'
import { pageOf } from '../../platform/database/paging.ts'
import type { DB } from '../../platform/database/tables.ts'

interface NewMessage {
  id: string
  name: string
  email: string
  phone: string
  subject: string
  message: string
  /** Who was signed in when it was sent. */
  memberId: string | null
  /** Stored only when the project exists. */
  projectId: string | null
}

/** Inserts a message and returns its number. */
export const insertMessage = (connection: Connection, { projectId, ...message }: NewMessage) =>
  connection
    .insertInto('contactMessages')
    .values({
      ...message,
      projectId: sql<string | null>`(select id from projects where id = ${projectId})`,
    })
    .returning('number')
    .executeTakeFirstOrThrow()

/** The number of messages and replies, and how soon messages were answered, in hours. */
export async function replyStats(connection: Connection) {
  const { rows } = await sql<ReplyStats>`
    select count(*) as received, count(replied_at) as answered,
      count(*) filter (where replied_at <= created_at + interval '24 hours') as answered_within_day,
      round((percentile_cont(0.5) within group (order by extract(epoch from replied_at - created_at) / 3600))::numeric, 1)
        as median_reply_hours
    from contact_messages`.execute(connection)
  return rows[0]!
}

interface ReplyStats {
  received: number
  answered: number
  answeredWithinDay: number
  medianReplyHours: number | null
}

/**
 * Removes the sender from the messages of a member, and the texts of the replies. The rows stay, for the statistics of
 * replies.
 */
export async function clearSender(trx: Connection, memberId: string): Promise<void> {
  const cleared = await trx
    .updateTable('contactMessages')
    .set({ name: formerMemberName, email: '', phone: '', message: '', memberId: null })
    .where('memberId', '=', memberId)
    .returning('id')
    .execute()
  await clearReplies(trx, cleared)
}

/** Clears the messages that came without an account `limits.visitorDays` ago, in the same way. */
export async function forgetSenders(db: Database): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const cleared = await trx
      .updateTable('contactMessages')
      .set({ name: 'Erased', email: '', phone: '', message: '' })
      .where('memberId', 'is', null)
      .where('email', '<>', '')
      .where('createdAt', '<', sql<Date>`now() - make_interval(days => ${limits.visitorDays})`)
      .returning('id')
      .execute()
    await clearReplies(trx, cleared)
  })
}

async function clearReplies(trx: Connection, cleared: { id: string }[]): Promise<void> {
  if (cleared.length === 0) return
  await trx
    .updateTable('contactReplies')
    .set({ text: '' })
    .where(
      'messageId',
      'in',
      cleared.map((message) => message.id),
    )
    .execute()
}

export type MessageRow = Selectable<DB['contactMessages']>

interface Filter {
  search?: string | undefined
  status?: ContactStatus | undefined
}

/** A page of messages, the newest first. */
export function messagesIn(connection: Connection, { search, status }: Filter, window: PageWindow) {
  let query = connection
    .selectFrom('contactMessages')
    .selectAll()
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
  if (status) query = query.where('status', '=', status)
  if (search)
    query = query.where(
      sql<boolean>`strpos(lower(concat_ws(' ', name, email, subject, message)), ${search.toLowerCase()}) > 0`,
    )
  return pageOf(connection, query, window)
}

export const countsByStatus = (connection: Connection) =>
  connection
    .selectFrom('contactMessages')
    .select(({ fn }) => ['status', fn.countAll<number>().as('count')])
    .groupBy('status')
    .execute()

/** A message by the number that people see. */
export const messageByNumber = (connection: Connection, number: number): Promise<MessageRow | undefined> =>
  connection.selectFrom('contactMessages').selectAll().where('number', '=', number).executeTakeFirst()

export const messageAt = (connection: Connection, id: string): Promise<MessageRow | undefined> =>
  connection.selectFrom('contactMessages').selectAll().where('id', '=', id).executeTakeFirst()

/** Reads a message and locks it until the transaction ends. */
export const lockMessage = (trx: Connection, id: string): Promise<MessageRow | undefined> =>
  trx.selectFrom('contactMessages').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export const setMessageStatus = (trx: Connection, id: string, status: ContactStatus) =>
  trx.updateTable('contactMessages').set({ status }).where('id', '=', id).execute()

export const deleteMessage = (trx: Connection, id: string) =>
  trx.deleteFrom('contactMessages').where('id', '=', id).execute()

/** Inserts a reply; false when it exists already. */
export async function insertReply(
  trx: Connection,
  reply: { id: string; messageId: string; staffId: string; text: string },
): Promise<boolean> {
  const inserted = await trx
    .insertInto('contactReplies')
    .values(reply)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** The replies to a message with the names of their writers, oldest first. */
export const repliesTo = (connection: Connection, messageId: string) =>
  connection
    .selectFrom('contactReplies')
    .innerJoin('staff', 'staff.id', 'contactReplies.staffId')
    .select(['contactReplies.id', 'text', 'sentAt', 'staff.name as by'])
    .where('messageId', '=', messageId)
    .orderBy('sentAt')
    .execute()

/** The project and orders that a message mentions and that still exist. */
export async function mentionedBy(connection: Connection, projectId: string | null, numbers: string[]) {
  const project = projectId
    ? await connection
        .selectFrom('projects')
        .select(['id', 'title'])
        .where('id', '=', projectId)
        .executeTakeFirst()
    : undefined
  const orders =
    numbers.length === 0
      ? []
      : await connection
          .selectFrom('orders')
          .select(['id', 'number', 'title'])
          .where('number', 'in', numbers)
          .orderBy('number')
          .execute()
  return { project, orders }
}
