import type { Connection } from '../database/connection.ts'

/** The sandbox gateway's own books. */
export const keepSandboxOrder = (
  connection: Connection,
  order: { id: string; amountPaise: number; description: string },
) =>
  connection
    .insertInto('sandboxOrders')
    .values(order)
    .onConflict((conflict) => conflict.doNothing())
    .execute()

export const sandboxOrder = (connection: Connection, id: string) =>
  connection.selectFrom('sandboxOrders').selectAll().where('id', '=', id).executeTakeFirst()

/** Notes the outcome of an attempt to pay, unless the order is paid already; answers whether it was noted. */
export async function noteAttempt(
  connection: Connection,
  id: string,
  attempt: { status: 'paid' | 'failed'; paymentId: string },
) {
  const { numUpdatedRows } = await connection
    .updateTable('sandboxOrders')
    .set(attempt)
    .where('id', '=', id)
    .where('status', '<>', 'paid')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
