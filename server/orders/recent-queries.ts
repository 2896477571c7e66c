import type { Connection } from '../database/connection.ts'
import { isShown } from './queries.ts'

/** The newest orders of a member that were completed, up to a number of them, and when their money went back. */
export const recentPurchases = (connection: Connection, memberId: string, max: number) =>
  completed(connection, max).where('memberId', '=', memberId).execute()

/** The newest completed orders of an owner's projects, up to a number of them. */
export const recentSales = (connection: Connection, ownerId: string, max: number) =>
  completed(connection, max).where('ownerId', '=', ownerId).execute()

/** How many orders a member's list shows. */
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
