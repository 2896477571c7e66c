import { sql } from 'kysely'

import type { Connection } from '../database/connection.ts'

/** Those of these projects that somebody has ordered, whatever became of the order. */
export async function orderedAmong(connection: Connection, projectIds: string[]): Promise<Set<string>> {
  if (projectIds.length === 0) return new Set()
  const ordered = await connection
    .selectFrom('orders')
    .select('projectId')
    .distinct()
    .where('projectId', 'in', projectIds)
    .execute()
  return new Set(ordered.map(({ projectId }) => projectId))
}

/** How many refunds of what a member bought or sold are not over: asked for, disputed by a bank, or their money not yet returned. */
export async function openRefunds(connection: Connection, memberId: string): Promise<number> {
  const [{ asked }, { due }, { disputed }] = await Promise.all([
    connection
      .selectFrom('orders')
      .select(sql<number>`count(*)`.as('asked'))
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
    connection
      .selectFrom('orders')
      .innerJoin('disputedOrders', 'disputedOrders.orderId', 'orders.id')
      .select(sql<number>`count(*)`.as('disputed'))
      .where((order) => order.or([order('memberId', '=', memberId), order('ownerId', '=', memberId)]))
      .where('outcome', 'is', null)
      .executeTakeFirstOrThrow(),
  ])
  return asked + due + disputed
}

/** How many payments of a member are open at the gateway since less than half an hour: they may still be paid. */
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

/**
 * A payment of a gateway's own number, also one that was captured beside the one that counts, with the orders that were
 * delivered for it. Undefined when it is not ours, or not known to be paid.
 */
export async function capturedWith(connection: Connection, gateway: string, gatewayPaymentId: string) {
  const payment = await connection
    .selectFrom('payments')
    .select(['id', 'memberId', 'gatewayPaymentId', 'amountPaise', 'capturedAt', 'state'])
    .where('gateway', '=', gateway)
    .where('status', '=', 'captured')
    .where('id', 'in', (column) =>
      column
        .selectFrom('payments as counting')
        .select('counting.id')
        .where('counting.gatewayPaymentId', '=', gatewayPaymentId)
        .union(
          column
            .selectFrom('refunds')
            .select('refunds.paymentId as id')
            .where('refunds.gatewayPaymentId', '=', gatewayPaymentId),
        ),
    )
    .executeTakeFirst()
  if (!payment) return undefined
  const orders = await connection
    .selectFrom('orders')
    .selectAll()
    .where('paymentId', '=', payment.id)
    .where('completedAt', 'is not', null)
    .orderBy('number')
    .execute()
  // What a second capture brought is returned as a whole; no order was delivered for it.
  return { payment, orders: payment.gatewayPaymentId === gatewayPaymentId ? orders : [] }
}
