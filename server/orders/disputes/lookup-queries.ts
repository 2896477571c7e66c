import type { Connection } from '../../platform/database/connection.ts'

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

/** The number of open disputes, and the time of the oldest. */
export const countOpenDisputes = (connection: Connection) =>
  connection
    .selectFrom('disputes')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min<Date | null>('openedAt').as('since')])
    .where('settledAt', 'is', null)
    .executeTakeFirstOrThrow()
