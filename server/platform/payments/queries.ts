import { type Insertable, sql } from 'kysely'

import type { Connection } from '../database/connection.ts'
import type { DB } from '../database/tables.ts'

/** Inserts an order into the sandbox gateway's own tables, unless it exists. */
export const insertSandboxOrder = (
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

/** Records the outcome of an attempt to pay, unless the order is paid already; returns whether it was recorded. */
export async function recordAttempt(
  connection: Connection,
  id: string,
  attempt: { status: 'paid' | 'failed'; paymentId: string; paidPaise?: number | undefined },
) {
  const { numUpdatedRows } = await connection
    .updateTable('sandboxOrders')
    .set(attempt)
    .where('id', '=', id)
    .where('status', '<>', 'paid')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Records a second payment of a paid order, unless it has one. */
export const recordSecondPayment = (connection: Connection, id: string, paymentId: string) =>
  connection
    .updateTable('sandboxOrders')
    .set({ secondPaymentId: paymentId })
    .where('id', '=', id)
    .where('status', '=', 'paid')
    .where('secondPaymentId', 'is', null)
    .execute()

export const sandboxOrderPaidWith = (connection: Connection, paymentId: string) =>
  connection
    .selectFrom('sandboxOrders')
    .selectAll()
    .where((order) =>
      order.or([order('paymentId', '=', paymentId), order('secondPaymentId', '=', paymentId)]),
    )
    .where('status', '=', 'paid')
    .forUpdate()
    .executeTakeFirst()

export const sandboxRefundsOf = (connection: Connection, paymentId: string) =>
  connection
    .selectFrom('sandboxRefunds')
    .selectAll()
    .where('paymentId', '=', paymentId)
    .orderBy('createdAt')
    .execute()

export const sandboxRefundWith = (connection: Connection, idempotencyKey: string) =>
  connection
    .selectFrom('sandboxRefunds')
    .selectAll()
    .where('idempotencyKey', '=', idempotencyKey)
    .executeTakeFirst()

export async function sumSandboxRefunds(connection: Connection, paymentId: string): Promise<number> {
  const { paise } = await connection
    .selectFrom('sandboxRefunds')
    .select(sql<number>`coalesce(sum(amount_paise), 0)`.as('paise'))
    .where('paymentId', '=', paymentId)
    .executeTakeFirstOrThrow()
  return paise
}

export const insertSandboxRefund = (connection: Connection, refund: Insertable<DB['sandboxRefunds']>) =>
  connection.insertInto('sandboxRefunds').values(refund).returningAll().executeTakeFirstOrThrow()
