import { type Selectable, sql } from 'kysely'

import { offsetOf, type PageWindow } from '#contract/kit/paging.ts'
import type { ContactStatus } from '#contract/staff/contacts.ts'

import type { Connection, DB } from '../../database/connection.ts'

export type MessageRow = Selectable<DB['contactMessages']>

interface Filter {
  search?: string | undefined
  status?: ContactStatus | undefined
}

/** A page of messages, the newest first, and how many match. */
export async function messagesIn(connection: Connection, { search, status }: Filter, window: PageWindow) {
  let query = connection.selectFrom('contactMessages')
  if (status) query = query.where('status', '=', status)
  if (search)
    query = query.where(
      sql<boolean>`strpos(lower(concat_ws(' ', name, email, subject, message)), ${search.toLowerCase()}) > 0`,
    )
  const [rows, { total }] = await Promise.all([
    query
      .selectAll()
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc')
      .limit(window.limit)
      .offset(offsetOf(window))
      .execute(),
    query.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { rows, total }
}

export const countsByStatus = (connection: Connection) =>
  connection
    .selectFrom('contactMessages')
    .select(({ fn }) => ['status', fn.countAll<number>().as('count')])
    .groupBy('status')
    .execute()

export const messageAt = (connection: Connection, id: string): Promise<MessageRow | undefined> =>
  connection.selectFrom('contactMessages').selectAll().where('id', '=', id).executeTakeFirst()

/** Locked until the transaction ends. */
export const lockMessage = (trx: Connection, id: string): Promise<MessageRow | undefined> =>
  trx.selectFrom('contactMessages').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export const setMessageStatus = (trx: Connection, id: string, status: ContactStatus) =>
  trx.updateTable('contactMessages').set({ status }).where('id', '=', id).execute()

export const deleteMessage = (trx: Connection, id: string) =>
  trx.deleteFrom('contactMessages').where('id', '=', id).execute()

/** Keeps a reply; false when this one is kept already. */
export async function insertReply(
  trx: Connection,
  reply: { id: string; messageId: string; staffId: string; text: string },
): Promise<boolean> {
  const kept = await trx
    .insertInto('contactReplies')
    .values(reply)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return kept !== undefined
}

/** The replies to a message with who wrote them, the oldest first. */
export const repliesTo = (connection: Connection, messageId: string) =>
  connection
    .selectFrom('contactReplies')
    .innerJoin('staff', 'staff.id', 'contactReplies.staffId')
    .select(['contactReplies.id', 'text', 'sentAt', 'staff.name as by'])
    .where('messageId', '=', messageId)
    .orderBy('sentAt')
    .execute()

/** What a message is about, of what still exists. */
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
