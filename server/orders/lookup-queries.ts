import { sql } from 'kysely'

import type { Connection } from '../platform/database/connection.ts'
import { isShown } from './queries.ts'

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

/** The number of payments about whose money staff have to decide, and since when the oldest waits. */
export const countHeldPayments = (connection: Connection) =>
  connection
    .selectFrom('payments')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min<Date | null>('heldAt').as('since')])
    .where('heldAt', 'is not', null)
    .executeTakeFirstOrThrow()

/** Whether a review counts in no average, because its order paid too little of the price (counts_for_reputation). */
export const isDiscounted = sql<boolean>`(
  select not reviews.is_free and not counts_for_reputation(orders, projects, approved)
  from orders join projects on projects.id = orders.project_id
    left join last_edition(orders.project_id) approved on true
  where orders.id = reviews.order_id
)`
