import { sql } from 'kysely'

import { helpLimits } from '#contract/orders/help.ts'
import { entitlingStatuses } from '#contract/orders/orders.ts'

import type { Connection } from '../../platform/database/connection.ts'
import { isDeclined, ownerAnswers } from './queries.ts'

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
  and not ${isDeclined})`

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
