import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'

import { helpLimits } from '#contract/orders/help.ts'

import type { Connection, Found } from '../../platform/database/connection.ts'
import type { DB } from '../../platform/database/tables.ts'

export type HelpRow = Selectable<DB['helpRequests']>

/** SQL condition: the owner is the one to answer, and not staff, in a query of requests with their owners. */
export const ownerAnswers = sql<boolean>`(help_requests.owner_answers and help_requests.escalated_at is null and owners.deactivated_at is null)`

/** SQL condition: staff declined to give the money of an order back, so its buyer cannot ask for it any more. */
export const isDeclined = sql<boolean>`exists (select from refund_requests where order_id = orders.id and outcome = 'declined')`

/** Requests with their orders, and whether the owner is the one to answer. */
export const withOrder = (connection: Connection) =>
  connection
    .selectFrom('helpRequests')
    .innerJoin('orders', 'orders.id', 'helpRequests.orderId')
    .innerJoin('members as owners', 'owners.id', 'helpRequests.ownerId')
    .selectAll('helpRequests')
    .select([
      'orders.number as orderNumber',
      'orders.title',
      'orders.kind as item',
      'orders.status as orderStatus',
    ])
    .select(['orders.completedAt', 'orders.refundDays', 'orders.promisedRefundDays', 'orders.refundPolicy'])
    .select([ownerAnswers.as('isOwnersTurn'), isDeclined.as('isDeclined')])

export type HelpWithOrder = Found<typeof requestsOfOrder>[number]

/** The help requests of an order, the newest first, at most as many as one order may have. */
export const requestsOfOrder = (connection: Connection, orderId: string) =>
  withOrder(connection)
    .where('helpRequests.orderId', '=', orderId)
    .orderBy('helpRequests.number', 'desc')
    .limit(helpLimits.requests)
    .execute()

/** The newest request of an order, locked until the transaction ends. */
export const lockNewest = (trx: Connection, orderId: string): Promise<HelpRow | undefined> =>
  trx
    .selectFrom('helpRequests')
    .selectAll()
    .where('orderId', '=', orderId)
    .orderBy('number', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()

/** The request of a message, locked until the transaction ends, with the message. */
export async function lockMessage(trx: Connection, messageId: string) {
  const found = await trx
    .selectFrom('helpMessages')
    .select('requestId')
    .where('id', '=', messageId)
    .executeTakeFirst()
  if (!found) return undefined
  const request = await trx
    .selectFrom('helpRequests')
    .selectAll()
    .where('id', '=', found.requestId)
    .forUpdate()
    .executeTakeFirst()
  const message = await trx
    .selectFrom('helpMessages')
    .selectAll()
    .where('id', '=', messageId)
    .executeTakeFirst()
  return request && message && { request, message }
}

/** Inserts a request and returns its number. */
export const insertRequest = (trx: Connection, request: Insertable<DB['helpRequests']>) =>
  trx.insertInto('helpRequests').values(request).returning('number').executeTakeFirstOrThrow()

export const updateRequest = (trx: Connection, id: string, changes: Updateable<DB['helpRequests']>) =>
  trx.updateTable('helpRequests').set(changes).where('id', '=', id).execute()

/** Inserts a message with its pictures, in their order. */
export async function insertMessage(
  trx: Connection,
  message: Insertable<DB['helpMessages']>,
  pictures: Omit<Insertable<DB['helpPictures']>, 'messageId' | 'position'>[],
): Promise<void> {
  await trx.insertInto('helpMessages').values(message).execute()
  if (pictures.length === 0) return
  const rows = pictures.map((picture, position) => ({ ...picture, messageId: message.id, position }))
  await trx.insertInto('helpPictures').values(rows).execute()
}

export const updateMessage = (trx: Connection, id: string, changes: Updateable<DB['helpMessages']>) =>
  trx.updateTable('helpMessages').set(changes).where('id', '=', id).execute()

/** The messages of some requests with their pictures, the oldest first. */
export const messagesOf = (connection: Connection, requestIds: string[]) =>
  connection
    .selectFrom('helpMessages')
    .selectAll()
    .select(
      sql<{ id: string; width: number; height: number }[]>`coalesce((
        select json_agg(json_build_object('id', id, 'width', width, 'height', height) order by position)
        from help_pictures where message_id = help_messages.id), '[]')`.as('pictures'),
    )
    .where('requestId', 'in', requestIds)
    .orderBy('sentAt')
    .orderBy('id')
    .execute()

export type MessageRow = Found<typeof messagesOf>[number]

/** The last message of a request, and how many it has. */
export async function lastMessage(trx: Connection, requestId: string) {
  const [last, { count }] = await Promise.all([
    trx
      .selectFrom('helpMessages')
      .select(['writer', 'text'])
      .where('requestId', '=', requestId)
      .orderBy('sentAt', 'desc')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst(),
    trx
      .selectFrom('helpMessages')
      .select((message) => message.fn.countAll<number>().as('count'))
      .where('requestId', '=', requestId)
      .executeTakeFirstOrThrow(),
  ])
  return { last, count }
}

/** The number of help requests that an order has had. */
export async function countRequests(connection: Connection, orderId: string): Promise<number> {
  const { count } = await connection
    .selectFrom('helpRequests')
    .select((request) => request.fn.countAll<number>().as('count'))
    .where('orderId', '=', orderId)
    .executeTakeFirstOrThrow()
  return count
}

/** Whether an order has an open help request. */
export const isBeingHelped = async (connection: Connection, orderId: string): Promise<boolean> =>
  (await connection
    .selectFrom('helpRequests')
    .select('id')
    .where('orderId', '=', orderId)
    .where('closedAt', 'is', null)
    .executeTakeFirst()) !== undefined

/** Closes the open help request about a refunded order. */
export const closeRefunded = (trx: Connection, orderId: string) =>
  trx
    .updateTable('helpRequests')
    .set({ closedAt: new Date(), endedBy: 'refunded', waitingSince: null, dueAt: null })
    .where('orderId', '=', orderId)
    .where('closedAt', 'is', null)
    .execute()

/** Selects those of the ids that are pictures of messages. */
export const existingPictures = async (connection: Connection, ids: string[]) =>
  new Set(
    (await connection.selectFrom('helpPictures').select('id').where('id', 'in', ids).execute()).map(
      ({ id }) => id,
    ),
  )

/** The texts that an owner keeps for reuse. */
export async function textsOf(connection: Connection, memberId: string): Promise<string[]> {
  const row = await connection
    .selectFrom('helpTexts')
    .select('texts')
    .where('memberId', '=', memberId)
    .executeTakeFirst()
  return row?.texts ?? []
}

export const upsertTexts = (connection: Connection, memberId: string, texts: string[]) =>
  connection
    .insertInto('helpTexts')
    .values({ memberId, texts })
    .onConflict((conflict) => conflict.column('memberId').doUpdateSet({ texts }))
    .execute()

/** The messages that wait for staff, the longest waiting first, at most `max`, and who wrote them. */
export const heldMessages = (connection: Connection, max: number) =>
  connection
    .selectFrom('helpMessages')
    .innerJoin('helpRequests', 'helpRequests.id', 'requestId')
    .innerJoin('orders', 'orders.id', 'orderId')
    .innerJoin('members', (join) =>
      join.on(
        'members.id',
        '=',
        sql<string>`case writer when 'owner' then help_requests.owner_id else help_requests.member_id end`,
      ),
    )
    .select(['helpMessages.id', 'helpRequests.projectId', 'orders.title', 'members.name', 'members.email'])
    .select(['helpMessages.text', 'helpRequests.number'])
    .select((message) => message.ref('heldAt').$notNull().as('heldAt'))
    .where('heldAt', 'is not', null)
    .orderBy('heldAt')
    .limit(max)
    .execute()

/**
 * Erases what a member wrote in help requests: as their buyer with all that was answered, as an owner alone; returns the
 * ids of the pictures. The requests stay counted until they are deleted.
 */
export async function eraseHelp(trx: Connection, memberId: string): Promise<string[]> {
  const gone = await sql<{ id: string }>`
    delete from help_pictures using help_messages, help_requests
    where help_messages.id = message_id and help_requests.id = request_id
      and (help_requests.member_id = ${memberId} or owner_id = ${memberId} and writer = 'owner')
    returning help_pictures.id`.execute(trx)
  await sql`update help_messages set text = '', held_at = null, refused_reason = null from help_requests
    where help_requests.id = request_id and owner_id = ${memberId} and writer = 'owner'`.execute(trx)
  await sql`delete from help_messages using help_requests
    where help_requests.id = request_id and help_requests.member_id = ${memberId}`.execute(trx)
  await sql`update help_requests set steps = '{}', approval_note = null,
      closed_at = coalesce(closed_at, now()), ended_by = coalesce(ended_by, 'over'), waiting_since = null, due_at = null
    where member_id = ${memberId}`.execute(trx)
  await trx.deleteFrom('helpTexts').where('memberId', '=', memberId).execute()
  return gone.rows.map(({ id }) => id)
}
