import { type ExpressionBuilder, sql } from 'kysely'

import { entitlingStatuses } from '#contract/orders/orders.ts'

import type { Connection } from '../platform/database/connection.ts'
import type { DB } from '../platform/database/tables.ts'
import { isShown } from './queries.ts'

/**
 * The members who own a release of a project older than `number`, ordered by id: the next `max` after the id `after`.
 */
export const buyersBefore = (
  connection: Connection,
  {
    projectId,
    number,
    after,
    max,
  }: { projectId: string; number: number; after: string | undefined; max: number },
) =>
  connection
    .selectFrom('orders')
    .innerJoin('members', 'members.id', 'orders.memberId')
    .innerJoin('releases', 'releases.id', 'orders.releaseId')
    .select(['members.id', 'orders.id as orderId'])
    .where('orders.projectId', '=', projectId)
    .where('orders.kind', '=', 'source')
    .where('orders.status', 'in', entitlingStatuses)
    .where('releases.number', '<', number)
    .where('members.deactivatedAt', 'is', null)
    .$if(after !== undefined, (query) => query.where('members.id', '>', after!))
    .orderBy('members.id')
    .limit(max)
    .execute()

/** The number of open refunds of a member's purchases and sales: requested, or not returned yet. */
export async function openRefunds(connection: Connection, memberId: string): Promise<number> {
  const [{ requested }, { due }] = await Promise.all([
    connection
      .selectFrom('orders')
      .select(sql<number>`count(*)`.as('requested'))
      .where((order) => order.or([order('memberId', '=', memberId), order('ownerId', '=', memberId)]))
      .where('status', '=', 'refund_requested')
      .executeTakeFirstOrThrow(),
    connection
      .selectFrom('refunds')
      .innerJoin('payments', 'payments.id', 'refunds.paymentId')
      .select(sql<number>`count(*)`.as('due'))
      .where('payments.memberId', '=', memberId)
      .where('refunds.status', '<>', 'returned')
      .executeTakeFirstOrThrow(),
  ])
  return requested + due
}

/** Returns whether a bank disputes a payment of a member, or one by which they earned. */
export async function hasOpenDispute(connection: Connection, memberId: string): Promise<boolean> {
  const disputed = await connection
    .selectFrom('orders')
    .innerJoin('disputedOrders', 'disputedOrders.orderId', 'orders.id')
    .select('orders.id')
    .where((order) =>
      order.or([
        order('memberId', '=', memberId),
        order('ownerId', '=', memberId),
        order('referrerId', '=', memberId),
      ]),
    )
    .where('outcome', 'is', null)
    .executeTakeFirst()
  return disputed !== undefined
}

/**
 * The number of a member's payments that were opened at the gateway within the last 30 minutes and may still be paid.
 */
export async function openPayments(connection: Connection, memberId: string): Promise<number> {
  const { count } = await connection
    .selectFrom('payments')
    .select(sql<number>`count(*)`.as('count'))
    .where('memberId', '=', memberId)
    .where('status', '=', 'created')
    .where('gatewayOrderId', 'is not', null)
    .where('createdAt', '>', sql<Date>`now() - interval '30 minutes'`)
    .executeTakeFirstOrThrow()
  return count
}

/** The ids of payments that have a capture, or had it refunded as a second one. */
const idsWithCapture = ({ selectFrom }: ExpressionBuilder<DB, 'payments'>, gatewayPaymentId: string) =>
  selectFrom('payments as counting')
    .select('counting.id')
    .where('counting.gatewayPaymentId', '=', gatewayPaymentId)
    .union(
      selectFrom('refunds')
        .select('refunds.paymentId as id')
        .where('refunds.gatewayPaymentId', '=', gatewayPaymentId),
    )

/**
 * A captured payment by its id at the gateway, also when that is the id of a duplicate capture, with the orders that
 * were delivered for it. Undefined when it is not ours, or not known to be paid.
 */
export async function capturedWith(connection: Connection, gateway: string, gatewayPaymentId: string) {
  const payment = await connection
    .selectFrom('payments')
    .select(['id', 'memberId', 'gatewayPaymentId', 'amountPaise', 'capturedAt', 'state'])
    .where('gateway', '=', gateway)
    .where('status', '=', 'captured')
    .where('id', 'in', (column) => idsWithCapture(column, gatewayPaymentId))
    .executeTakeFirst()
  if (!payment) return undefined
  const orders = await connection
    .selectFrom('orders')
    .selectAll()
    .where('paymentId', '=', payment.id)
    .where('completedAt', 'is not', null)
    .orderBy('number')
    .execute()
  // A duplicate capture is returned in full; no order was delivered for it.
  return { payment, orders: payment.gatewayPaymentId === gatewayPaymentId ? orders : [] }
}

/**
 * A payment of ours by the id of one of its captures at the gateway, also when that one waits for staff or was a second
 * one.
 */
export const paymentWithCapture = (connection: Connection, gateway: string, gatewayPaymentId: string) =>
  connection
    .selectFrom('payments')
    .select(['id', 'memberId'])
    .where('gateway', '=', gateway)
    .where('status', 'in', ['captured', 'held'])
    .where('id', 'in', (column) => idsWithCapture(column, gatewayPaymentId))
    .executeTakeFirst()

/** A member's newest orders that were completed, at most `max`, with the times of their refunds. */
export const recentPurchases = (connection: Connection, memberId: string, max: number) =>
  completed(connection, max).where('memberId', '=', memberId).execute()

/** The newest completed orders of an owner's projects, at most `max`. */
export const recentSales = (connection: Connection, ownerId: string, max: number) =>
  completed(connection, max).where('ownerId', '=', ownerId).execute()

/** The number of orders that a member's list shows. */
export async function countOrders(connection: Connection, memberId: string): Promise<number> {
  const { count } = await connection
    .selectFrom('orders')
    .select((column) => column.fn.countAll<number>().as('count'))
    .where('memberId', '=', memberId)
    .where(isShown)
    .executeTakeFirstOrThrow()
  return count
}

const completed = (connection: Connection, max: number) =>
  connection
    .selectFrom('orders')
    .select(['projectId', 'title', 'kind', 'amountPaise', 'completedAt'])
    .select((order) =>
      order
        .selectFrom('refunds')
        .select((refund) => refund.fn.min('refunds.createdAt').as('refundedAt'))
        .whereRef('refunds.paymentId', '=', 'orders.paymentId')
        .whereRef('refunds.orderId', '=', 'orders.id')
        .where('orders.status', '=', 'refunded')
        .as('refundedAt'),
    )
    .where('completedAt', 'is not', null)
    .$narrowType<{ completedAt: Date }>()
    .orderBy('completedAt', 'desc')
    .limit(max)

/** The sum that buyers paid for orders that were not refunded, in paise. */
export async function sumPaidOrders(connection: Connection): Promise<number> {
  const { paise } = await connection
    .selectFrom('orders')
    .select(sql<number>`coalesce(sum(amount_paise), 0)`.as('paise'))
    .where('status', 'in', ['completed', 'refund_requested'])
    .executeTakeFirstOrThrow()
  return paise
}

/** The orders that have one of these numbers. */
export const ordersByNumber = (connection: Connection, numbers: string[]) =>
  connection
    .selectFrom('orders')
    .select(['id', 'number', 'title'])
    .where('number', '=', sql<string>`any (${numbers})`)
    .orderBy('createdAt', 'desc')
    .execute()

/** The number of members with a completed order. */
export async function countBuyers(connection: Connection): Promise<number> {
  const { rows } = await sql<{ buyers: number }>`
    select count(distinct member_id) as buyers from orders where status = 'completed'`.execute(connection)
  return rows[0]!.buyers
}

/** Locks a member's purchases until the transaction ends. This lock is acquired before any of their rows is locked. */
export async function lockBuyer(trx: Connection, memberId: string) {
  await sql`select pg_advisory_xact_lock(hashtextextended('buyer:' || ${memberId}, 0))`.execute(trx)
}

/**
 * Locks what is told about one capture of a gateway until the transaction ends: payment, refunds and disputes. This
 * lock is acquired before every other one.
 */
export async function lockCapture(trx: Connection, gateway: string, gatewayPaymentId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`capture:${gateway}:${gatewayPaymentId}`}, 0))`.execute(
    trx,
  )
}

/** The newest reviews that a member wrote, at most `max`. */
export const reviewsWritten = (connection: Connection, memberId: string, max: number) =>
  reviewsWithTitle(connection, max).where('reviews.memberId', '=', memberId).execute()

/** The newest visible reviews of an owner's projects, at most `max`. */
export const reviewsReceived = (connection: Connection, ownerId: string, max: number) =>
  reviewsWithTitle(connection, max)
    .where('projects.ownerId', '=', ownerId)
    .where('hiddenAt', 'is', null)
    .where('heldAt', 'is', null)
    .execute()

const reviewsWithTitle = (connection: Connection, max: number) =>
  connection
    .selectFrom('reviews')
    .innerJoin('projects', 'projects.id', 'reviews.projectId')
    .select(['projectId', 'projects.title', 'rating', 'reviews.createdAt'])
    .where('withdrawnAt', 'is', null)
    .orderBy('reviews.createdAt', 'desc')
    .limit(max)

/** The number of open disputes. */
export async function countOpenDisputes(connection: Connection): Promise<number> {
  const { count } = await connection
    .selectFrom('disputes')
    .select((column) => column.fn.countAll<number>().as('count'))
    .where('settledAt', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/** The number of payments about whose money staff have to decide. */
export async function countHeldPayments(connection: Connection): Promise<number> {
  const { count } = await connection
    .selectFrom('payments')
    .select((column) => column.fn.countAll<number>().as('count'))
    .where('heldAt', 'is not', null)
    .executeTakeFirstOrThrow()
  return count
}

/**
 * The recalled releases of which refunds wait for a second member of staff, the longest waiting first, with their
 * number and sum in paise.
 */
export const waitingRecallRefunds = (connection: Connection) =>
  connection
    .selectFrom('waitingRefunds')
    .innerJoin('releaseRecalls', 'releaseRecalls.releaseId', 'waitingRefunds.releaseId')
    .innerJoin('orders', 'orders.id', 'waitingRefunds.orderId')
    .select(['orders.projectId', 'releaseRecalls.title'])
    .select((order) => order.fn.countAll<number>().as('refunds'))
    .select((order) => order.fn.sum<number>('orders.amountPaise').as('paise'))
    .where('orders.status', 'in', entitlingStatuses)
    .groupBy(['waitingRefunds.releaseId', 'orders.projectId', 'releaseRecalls.title'])
    .orderBy((waiting) => waiting.fn.min('since'))
    .execute()

/** The number of refund requests that wait for staff. */
export async function countWaitingRequests(connection: Connection): Promise<number> {
  const { count } = await connection
    .selectFrom('refundRequests')
    .select((column) => column.fn.countAll<number>().as('count'))
    .where('outcome', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/**
 * The reviews and replies that wait for staff, the longest waiting first, at most `max` of each, and who wrote them.
 */
export async function heldReviews(connection: Connection, max: number) {
  const held = (at: 'reviews.heldAt' | 'replyHeldAt', writer: 'reviews.memberId' | 'projects.ownerId') =>
    connection
      .selectFrom('reviews')
      .innerJoin('projects', 'projects.id', 'reviews.projectId')
      .innerJoin('members', 'members.id', writer)
      .select(['reviews.id', 'projectId', 'projects.title', 'members.name', 'members.email'])
      .select(['text', 'reply'])
      .select((review) => review.ref(at).$notNull().as('heldAt'))
      .where(at, 'is not', null)
      .where('withdrawnAt', 'is', null)
      .where('hiddenAt', 'is', null)
      .where('projects.deletedAt', 'is', null)
      .orderBy(at)
      .limit(max)
      .execute()
  const [reviews, replies] = await Promise.all([
    held('reviews.heldAt', 'reviews.memberId'),
    held('replyHeldAt', 'projects.ownerId'),
  ])
  return { reviews, replies }
}

/** A refund request with its order's buyer and title, by the number that people see. */
export const refundRequestByNumber = (connection: Connection, number: number) =>
  connection
    .selectFrom('refundRequests')
    .innerJoin('orders', 'orders.id', 'refundRequests.orderId')
    .select(['orders.memberId', 'orders.title', 'refundRequests.orderId', 'requestedAt'])
    .select(['outcome', 'note', 'decidedAt'])
    .where('refundRequests.requestNumber', '=', number)
    .executeTakeFirst()
