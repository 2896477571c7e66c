import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'

import type { PageWindow } from '#contract/kit/paging.ts'
import { helpLimits } from '#contract/orders/help.ts'
import { entitlingStatuses } from '#contract/orders/orders.ts'

import type { Connection, Found } from '../../platform/database/connection.ts'
import { pageOf } from '../../platform/database/paging.ts'
import type { DB } from '../../platform/database/tables.ts'

export type HelpRow = Selectable<DB['helpRequests']>

/** SQL condition: the owner is the one to answer, and not staff, in a query of requests with their owners. */
const ownerAnswers = sql<boolean>`(help_requests.owner_answers and help_requests.escalated_at is null and owners.deactivated_at is null)`

/** Requests with their orders, and whether the owner is the one to answer. */
const withOrder = (connection: Connection) =>
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
    .select(ownerAnswers.as('isOwnersTurn'))

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

const lastWords = sql<string>`coalesce((
  select left(text, 200) from help_messages where request_id = help_requests.id and writer = 'buyer'
    and held_at is null and refused_reason is null
  order by sent_at desc, id desc limit 1), '')`

const listed = (connection: Connection) => withOrder(connection).select(lastWords.as('text'))
const counted = (connection: Connection) =>
  connection
    .selectFrom('helpRequests')
    .innerJoin('members as owners', 'owners.id', 'helpRequests.ownerId')
    .select([])

export type ListedHelp = Found<typeof requestsReceived>['rows'][number]

/** A page of the requests that an owner answers: the open ones, the next due first, or the closed ones, newest first. */
export const requestsReceived = (
  connection: Connection,
  ownerId: string,
  state: 'open' | 'closed',
  window: PageWindow,
) => {
  const isOpen = state === 'open'
  const own = listed(connection)
    .where('helpRequests.ownerId', '=', ownerId)
    .where('ownerAnswers', '=', true)
    .where('closedAt', isOpen ? 'is' : 'is not', null)
  return pageOf(
    connection,
    isOpen ? own.orderBy(sql`due_at nulls last`).orderBy('lastAt') : own.orderBy('closedAt', 'desc'),
    window,
    {
      counted: counted(connection)
        .where('helpRequests.ownerId', '=', ownerId)
        .where('ownerAnswers', '=', true)
        .where('closedAt', isOpen ? 'is' : 'is not', null),
    },
  )
}

/** A page of the requests that wait for staff, of all open ones, or of the closed ones, newest first. */
export const requestsForStaff = (
  connection: Connection,
  state: 'waiting' | 'open' | 'closed',
  window: PageWindow,
) => {
  const isOpen = state !== 'closed'
  const waiting = sql<boolean>`(due_at is not null and not ${ownerAnswers})`
  const all = listed(connection)
    .where('closedAt', isOpen ? 'is' : 'is not', null)
    .$if(state === 'waiting', (query) => query.where(waiting))
  return pageOf(
    connection,
    isOpen ? all.orderBy(sql`due_at nulls last`).orderBy('lastAt') : all.orderBy('closedAt', 'desc'),
    window,
    {
      counted: counted(connection)
        .where('closedAt', isOpen ? 'is' : 'is not', null)
        .$if(state === 'waiting', (query) => query.where(waiting)),
    },
  )
}

/** How many requests wait for an owner's answer, and how many of them are late. */
export async function countForOwner(connection: Connection, ownerId: string) {
  return connection
    .selectFrom('helpRequests')
    .innerJoin('members as owners', 'owners.id', 'helpRequests.ownerId')
    .select([
      sql<number>`count(*)`.as('waiting'),
      sql<number>`count(*) filter (where due_at < now())`.as('late'),
    ])
    .where('ownerId', '=', ownerId)
    .where('closedAt', 'is', null)
    .where('dueAt', 'is not', null)
    .where(ownerAnswers)
    .executeTakeFirstOrThrow()
}

/**
 * Keeps the time in which an order's money can be asked back open while a help request about it is: raises its refund
 * days so that some are left, by no more than is allowed, and never after they were over or once staff declined to give
 * the money back. The clock is asked after the locks of lockSales, which the caller holds: whoever paid the money out
 * before has read the days as they were, and who does it later reads them as they are.
 */
export const raiseRefundDays = (trx: Connection, orderId: string) =>
  sql`
  update orders set promised_refund_days = coalesce(promised_refund_days, refund_days), refund_days = ${neededDays}
  where id = ${orderId} and ${isRaisable}`.execute(trx)

/** The least days, from the purchase, with which so many are left until the next time that they are looked at. */
const neededDays = sql<number>`least(
  ceil(extract(epoch from clock_timestamp() - completed_at + make_interval(days => ${helpLimits.refundDaysLeft}, hours => 2)) / 86400)::int,
  coalesce(promised_refund_days, refund_days) + ${helpLimits.refundDaysMore})`

const isRaisable = sql<boolean>`(
  status in ('completed', 'refund_requested') and refund_policy is not null and amount_paise > 0
  and completed_at + refund_days * interval '1 day' > clock_timestamp() and ${neededDays} > refund_days
  and not exists (select from refund_requests where order_id = orders.id and outcome = 'declined'))`

/** The orders whose refund days an open help request has to raise now, at most `max`. */
export const ordersToRaise = (connection: Connection, max: number) =>
  connection
    .selectFrom('orders')
    .select(['orders.id', 'orders.memberId', 'orders.ownerId', 'orders.referrerId'])
    .where('orders.id', 'in', (all) =>
      all.selectFrom('helpRequests').select('orderId').where('closedAt', 'is', null),
    )
    .where(isRaisable)
    .orderBy('orders.completedAt')
    .limit(max)
    .execute()

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

/**
 * Closes at most `max` requests whose time is over: those in which nobody wrote for so many days after the last answer,
 * those at the end of the days for help, and those whose order or buyer is no more. One with a text that waits for
 * staff stays open until its end.
 */
export async function closeEnded(trx: Connection, max: number) {
  const { rows } = await sql<{
    id: string
    orderId: string
    memberId: string
    endedBy: string
    endsAt: Date
    number: number
  }>`
    with ending as (
      select help_requests.id, case
          when orders.status not in (${sql.join([...entitlingStatuses])}) then 'refunded'
          when help_requests.status = 'answered' then 'answered' else 'over' end as ended_by
      from help_requests join orders on orders.id = order_id join members on members.id = help_requests.member_id
      where closed_at is null and (
        orders.status not in (${sql.join([...entitlingStatuses])}) or ends_at < now() or members.deactivated_at is not null
        or help_requests.status = 'answered' and last_answer_at < now() - make_interval(days => ${helpLimits.closeDays})
          and not exists (select from help_messages where request_id = help_requests.id and held_at is not null))
      order by help_requests.id limit ${max} for update of help_requests skip locked
    )
    update help_requests set closed_at = now(), ended_by = ending.ended_by, waiting_since = null, due_at = null
    from ending where help_requests.id = ending.id and closed_at is null
    returning help_requests.id, order_id, member_id, help_requests.ended_by, ends_at, number`.execute(trx)
  return rows
}

/**
 * Records that owners are reminded of what they are late with, at most `max` owners at once: once for each request, and
 * no owner twice within a day. Returns the owners, how much waits, and one of their requests.
 */
export async function recordReminded(trx: Connection, max: number) {
  const { rows } = await sql<{ ownerId: string; late: number; orderId: string; title: string }>`
    with late as (
      select help_requests.id, owner_id, order_id from help_requests join members owners on owners.id = owner_id
      where closed_at is null and due_at < now() and reminded_at is null and ${ownerAnswers}
        and not exists (select from help_messages where request_id = help_requests.id and held_at is not null)
        and not exists (select from help_requests other where other.owner_id = help_requests.owner_id
          and other.reminded_at > now() - interval '1 day')
    ), chosen as (
      select distinct owner_id from late limit ${max}
    ), reminded as (
      update help_requests set reminded_at = now() from late
      where help_requests.id = late.id and late.owner_id in (select owner_id from chosen)
      returning help_requests.owner_id, help_requests.order_id
    )
    select reminded.owner_id, count(*) as late, min(order_id::text) as order_id, min(orders.title) as title
    from reminded join orders on orders.id = order_id group by 1`.execute(trx)
  return rows
}

/** Deletes at most `max` requests that were closed so many days ago, with all that was written in them; returns the ids of their pictures. */
export async function deleteOld(
  trx: Connection,
  max: number,
): Promise<{ deleted: number; pictures: string[] }> {
  const { rows } = await sql<{ deleted: number; pictures: string[] }>`
    with old as (
      select id from help_requests where closed_at < now() - make_interval(days => ${helpLimits.keptDays}) limit ${max}
    ), gone as (
      delete from help_requests where id in (select id from old) returning id
    )
    select (select count(*) from gone) as deleted, coalesce((
      select array_agg(help_pictures.id) from help_pictures join help_messages on help_messages.id = message_id
      where request_id in (select id from old)), '{}') as pictures`.execute(trx)
  return rows[0]!
}

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
