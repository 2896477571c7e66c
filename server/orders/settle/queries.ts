import { sql } from 'kysely'

import type { Connection } from '../../database/connection.ts'
import { statesBefore } from '../moves.ts'

/** Notes a webhook delivery; answers false for one that was noted before. */
export async function noteEvent(trx: Connection, id: string): Promise<boolean> {
  const noted = await trx
    .insertInto('gatewayEvents')
    .values({ id })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return noted !== undefined
}

export const lockPayment = (trx: Connection, id: string) =>
  trx.selectFrom('payments').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()

/** A payment's orders, locked. Always in the order of their projects, so that two payments never wait for each other. */
export const lockOrders = (trx: Connection, paymentId: string) =>
  trx
    .selectFrom('orders')
    .selectAll()
    .where('paymentId', '=', paymentId)
    .orderBy('projectId')
    .orderBy('kind')
    .forUpdate()
    .execute()

export async function markCaptured(trx: Connection, id: string, gatewayPaymentId: string | null) {
  await trx
    .updateTable('payments')
    .set({ status: 'captured', gatewayPaymentId, capturedAt: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
}

/** Marks an open payment and its orders as failed. */
export async function markFailed(trx: Connection, id: string) {
  await trx.updateTable('payments').set({ status: 'failed' }).where('id', '=', id).execute()
  await trx
    .updateTable('orders')
    .set({ status: 'failed' })
    .where('paymentId', '=', id)
    .where('status', 'in', statesBefore('failed', 'gateway'))
    .execute()
}

export async function markCompleted(trx: Connection, orderId: string) {
  await trx
    .updateTable('orders')
    .set({ status: 'completed', completedAt: sql<Date>`now()` })
    .where('id', '=', orderId)
    .where('status', 'in', statesBefore('completed', 'gateway'))
    .returning('id')
    .executeTakeFirstOrThrow()
}

export async function markCancelled(trx: Connection, orderId: string) {
  await trx
    .updateTable('orders')
    .set({ status: 'cancelled' })
    .where('id', '=', orderId)
    .where('status', 'in', statesBefore('cancelled', 'gateway'))
    .execute()
}
