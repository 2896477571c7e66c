import { type Selectable, sql } from 'kysely'

import type { PageWindow } from '#contract/kit/paging.ts'
import { statusesBefore } from '#contract/kit/transitions.ts'
import {
  entitlingStatuses,
  type Item,
  type OrderActor,
  type OrderStatus,
  orderTransitions,
} from '#contract/orders/orders.ts'
import type { Thumbnail } from '#contract/projects/project.ts'

import type { Connection } from '../platform/database/connection.ts'
import { pageOf } from '../platform/database/paging.ts'
import type { DB } from '../platform/database/tables.ts'
import { isTakenBack } from '../projects/releases/lookup-queries.ts'

export type OrderRow = Selectable<DB['orders']>

/**
 * The completed order, also while a refund of it is requested, that entitles a member to a project's source or report;
 * or undefined.
 */
export const owningOrder = (
  connection: Connection,
  memberId: string,
  projectId: string,
  kind: Item['kind'],
) =>
  connection
    .selectFrom('orders')
    .select(['id as orderId', 'releaseId'])
    .where('memberId', '=', memberId)
    .where('projectId', '=', projectId)
    .where('kind', '=', kind)
    .where('status', 'in', entitlingStatuses)
    .executeTakeFirst()

/** Seats that entitle who has them now. */
export const validSeats = (connection: Connection) =>
  connection
    .selectFrom('seats')
    .innerJoin('orders', 'orders.id', 'seats.orderId')
    .where('seats.endedAt', 'is', null)
    .where('seats.acceptedAt', 'is not', null)
    .where('orders.status', 'in', entitlingStatuses)

/** A seat that entitles who has it now. */
export const validSeat = (connection: Connection, id: string) =>
  validSeats(connection)
    .select(['seats.id', 'seats.memberId', 'orders.projectId'])
    .where('seats.id', '=', id)
    .$narrowType<{ memberId: string }>()
    .executeTakeFirst()

/** The seat by which a member may download a project, the oldest. */
export const seatOf = (connection: Connection, memberId: string, projectId: string) =>
  validSeats(connection)
    .select(['orders.id as orderId', 'orders.releaseId', 'seats.id as seatId'])
    .where('seats.memberId', '=', memberId)
    .where('orders.projectId', '=', projectId)
    .orderBy('seats.acceptedAt')
    .executeTakeFirst()

/** The items of these projects that a member owns. */
export const ownedItems = (connection: Connection, memberId: string, projectIds: string[]) =>
  connection
    .selectFrom('orders')
    .select(['projectId', 'kind', 'title'])
    .where('memberId', '=', memberId)
    .where('projectId', 'in', projectIds)
    .where('status', 'in', entitlingStatuses)
    .execute()

/** The items that a member owns, and the seats that they have, newest first, at most `max` in one answer. */
export const allOwned = (connection: Connection, memberId: string, max: number) =>
  connection
    .selectFrom('orders')
    .select(['projectId', 'kind', sql<string | null>`null::uuid`.as('seatId'), 'createdAt as since', 'id'])
    .where('memberId', '=', memberId)
    .where('status', 'in', entitlingStatuses)
    .unionAll(
      validSeats(connection)
        .select(['orders.projectId', 'orders.kind', sql<string | null>`seats.id`.as('seatId')])
        .select([sql<Date>`seats.accepted_at`.as('since'), 'seats.id'])
        .where('seats.memberId', '=', memberId),
    )
    .orderBy('since', 'desc')
    .orderBy('id', 'desc')
    .limit(max)
    .execute()

/**
 * A page of a member's orders whose title or number contains the searched text, newest first: those of one payment
 * together, code before report.
 */
export const ordersOf = (
  connection: Connection,
  memberId: string,
  search: string | undefined,
  window: PageWindow,
) =>
  pageOf(
    connection,
    withReviewed(connection)
      .where('orders.memberId', '=', memberId)
      .where(
        sql<boolean>`${isShown} and strpos(lower(orders.title || ' ' || orders.number), lower(${search ?? ''})) > 0`,
      )
      .orderBy('orders.createdAt', 'desc')
      .orderBy('orders.paymentId', 'desc')
      .orderBy(firstOfProject)
      .orderBy(sql`orders.kind = 'report'`),
    window,
  )

export const ordersOfPayment = (connection: Connection, paymentId: string) =>
  withReviewed(connection)
    .where('orders.paymentId', '=', paymentId)
    .orderBy(firstOfProject)
    .orderBy(sql`orders.kind = 'report'`)
    .execute()

/** SQL expression: the first order of the same project in the payment, so that its code and report stand together. */
const firstOfProject = sql<string>`(select together.id from orders together
  where together.payment_id = orders.payment_id and together.project_id = orders.project_id
  order by together.id limit 1)`

export const orderOfMember = (connection: Connection, memberId: string, orderId: string) =>
  withReviewed(connection)
    .where('orders.memberId', '=', memberId)
    .where('orders.id', '=', orderId)
    .executeTakeFirst()

/** SQL condition: the order failed or was cancelled, and no refund of it exists. */
const isAttempt = (name: string) => {
  const table = sql.raw(name)
  return sql<boolean>`${table}.status in ('failed', 'cancelled')
    and not exists (select from refunds where refunds.order_id = ${table}.id)`
}
const isSameItem = sql<boolean>`other.member_id = orders.member_id and other.project_id = orders.project_id
  and other.kind = orders.kind`

/**
 * SQL condition: a list shows the order. Attempts before a newer order of the same item are counted with that one
 * instead.
 */
export const isShown = sql<boolean>`not (${isAttempt('orders')} and exists (select from orders other
  where ${isSameItem} and (other.created_at, other.id) > (orders.created_at, orders.id)))`

export const boughtRelease = sql<
  number | null
>`(select number from releases where releases.id = orders.release_id)`

/**
 * SQL expression: the newest release that the order entitles to, when it is newer than the bought one and not
 * downloaded yet, with its owner's notes.
 */
const newRelease = sql<{ number: number; notes: string } | null>`(
  select json_build_object('number', newest.number, 'notes', coalesce(newest.notes, '')) from (
    select id, number, notes from releases where releases.project_id = orders.project_id and approved_at is not null
      and recalled_at is null and not ${isTakenBack}
    order by number desc limit 1
  ) newest
  where orders.kind = 'source' and orders.status in ('completed', 'refund_requested') and newest.number > ${boughtRelease}
    and not exists (select from downloads where downloads.member_id = orders.member_id and release_id = newest.id))`

/** SQL expression: the newest recalled release among those that the order entitled to. */
export const recall = sql<{
  release: number
  recalledAt: string
  reason: string
  instructions: string
} | null>`(
  select json_build_object('release', number, 'recalledAt', recalled_at, 'reason', recall_reason, 'instructions', instructions)
  from releases join release_recalls on release_recalls.release_id = releases.id
  where orders.kind = 'source' and releases.project_id = orders.project_id and recalled_at is not null
    and number >= ${boughtRelease} and (releases.id = orders.release_id or recalled_at > orders.completed_at)
  order by number desc limit 1)`

/** SQL expression: the status of the open help request about the order. */
const openHelp = sql<string | null>`(select help_requests.status from help_requests
  where help_requests.order_id = orders.id and closed_at is null)`

/**
 * Orders, each with its picture, releases, documents, coupon and whole payment, and whether its project is listed and
 * it was reviewed.
 */
const withReviewed = (connection: Connection) =>
  connection
    .selectFrom('orders')
    .innerJoin('payments', 'payments.id', 'orders.paymentId')
    .leftJoin('invoiceLines', 'invoiceLines.orderId', 'orders.id')
    .leftJoin('invoices', 'invoices.id', 'invoiceLines.invoiceId')
    .leftJoin('creditNotes', 'creditNotes.orderId', 'orders.id')
    .leftJoin('coupons', 'coupons.id', 'payments.couponId')
    .selectAll('orders')
    .select([
      'invoices.number as invoice',
      'invoices.kind as invoiceKind',
      'creditNotes.number as creditNote',
    ])
    .select((column) => [
      sql<number>`(select count(*) from orders other where ${isSameItem} and ${isAttempt('other')}
        and (other.created_at, other.id) < (orders.created_at, orders.id))`.as('earlierAttempts'),
      'payments.amountPaise as paymentPaise',
      'payments.status as paymentStatus',
      'payments.authorizedAt as paymentAuthorizedAt',
      sql<boolean>`exists (select from published_projects where project_id = orders.project_id)`.as(
        'isListed',
      ),
      sql<string | null>`(select id from project_images where project_images.project_id = orders.project_id
        order by position limit 1)`.as('imageId'),
      sql<Thumbnail | null>`(select thumbnail from project_images where project_images.project_id = orders.project_id
        order by position limit 1)`.as('thumbnail'),
      boughtRelease.as('boughtRelease'),
      newRelease.as('newRelease'),
      recall.as('recall'),
      openHelp.as('help'),
      'coupons.code as couponCode',
      sql<number>`(select count(*) from orders together where together.payment_id = orders.payment_id)`.as(
        'paymentOrders',
      ),
      column
        .exists(
          column.selectFrom('reviews').select('reviews.id').whereRef('reviews.orderId', '=', 'orders.id'),
        )
        .as('reviewed'),
    ])

/** An order of any member. */
export const orderById = (connection: Connection, id: string) =>
  connection.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirst()

/** Changes the status of an order if this party may do so from its present status; returns undefined otherwise. */
export const moveOrder = (trx: Connection, id: string, to: OrderStatus, by: OrderActor) =>
  trx
    .updateTable('orders')
    .set({ status: to })
    .where('id', '=', id)
    .where('status', 'in', statusesBefore(orderTransitions, to, by))
    .returningAll()
    .executeTakeFirst()

/** Locks a payment's orders until the transaction ends, sorted by project. */
export const lockOrders = (trx: Connection, paymentId: string) =>
  trx
    .selectFrom('orders')
    .selectAll()
    .where('paymentId', '=', paymentId)
    .orderBy('projectId')
    .orderBy('kind')
    .forUpdate()
    .execute()

/** The items of a payment's orders. */
export const itemsOfPayment = (connection: Connection, paymentId: string) =>
  connection
    .selectFrom('orders')
    .select(['projectId', 'kind'])
    .where('paymentId', '=', paymentId)
    .$castTo<Item>()
    .execute()

/** Completes an order that was paid. Throws when its status does not allow that. */
export async function markCompleted(trx: Connection, orderId: string) {
  await trx
    .updateTable('orders')
    .set({ status: 'completed', completedAt: sql<Date>`now()` })
    .where('id', '=', orderId)
    .where('status', 'in', statusesBefore(orderTransitions, 'completed', 'gateway'))
    .returning('id')
    .executeTakeFirstOrThrow()
}

/** The orders of a payment, in the order of their numbers. */
export const ordersPaidWith = (connection: Connection, paymentId: string): Promise<OrderRow[]> =>
  connection.selectFrom('orders').selectAll().where('paymentId', '=', paymentId).orderBy('number').execute()

/** The titles of these projects by project; projects that were never approved, and so never public, are omitted. */
export async function knownTitles(
  connection: Connection,
  projectIds: string[],
): Promise<Map<string, string>> {
  const rows = await connection
    .selectFrom('projects')
    .select(['id', 'title'])
    .where('id', 'in', projectIds)
    .where((column) =>
      column.exists(
        column
          .selectFrom('verifications')
          .select('verifications.id')
          .whereRef('verifications.projectId', '=', 'projects.id')
          .where('verifications.status', '=', 'approved'),
      ),
    )
    .execute()
  return new Map(rows.map(({ id, title }) => [id, title]))
}

/** The first image of each of these projects, by project. */
export async function firstImages(
  connection: Connection,
  projectIds: string[],
): Promise<Map<string, { id: string; thumbnail: Thumbnail | null }>> {
  const rows = await connection
    .selectFrom('projectImages')
    .distinctOn('projectId')
    .select(['projectId', 'id', sql<Thumbnail | null>`thumbnail`.as('thumbnail')])
    .where('projectId', 'in', projectIds)
    .orderBy('projectId')
    .orderBy('position')
    .execute()
  return new Map(rows.map(({ projectId, ...image }) => [projectId, image]))
}
