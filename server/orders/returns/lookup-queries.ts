import { sql } from 'kysely'

import type { Connection } from '../../platform/database/connection.ts'

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

/** The number of refund requests that wait for staff, and the time of the oldest. */
export const countWaitingRequests = (connection: Connection) =>
  connection
    .selectFrom('refundRequests')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min<Date | null>('requestedAt').as('since')])
    .where('outcome', 'is', null)
    .executeTakeFirstOrThrow()

/** A refund request with its order's buyer and title, by the number that people see. */
export const refundRequestByNumber = (connection: Connection, number: number) =>
  connection
    .selectFrom('refundRequests')
    .innerJoin('orders', 'orders.id', 'refundRequests.orderId')
    .select(['orders.memberId', 'orders.title', 'refundRequests.orderId', 'requestedAt'])
    .select(['outcome', 'note', 'decidedAt'])
    .where('refundRequests.requestNumber', '=', number)
    .executeTakeFirst()
