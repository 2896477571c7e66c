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

/** How many orders that a member bought or sold wait for a refund: one that was asked for, or money paid twice. */
export async function openRefunds(connection: Connection, memberId: string): Promise<number> {
  const { count } = await connection
    .selectFrom('orders')
    .select(sql<number>`count(*)`.as('count'))
    .where((order) => order.or([order('memberId', '=', memberId), order('ownerId', '=', memberId)]))
    .where((order) =>
      order.or([
        order('status', '=', 'refund_requested'),
        order.and([order('memberId', '=', memberId), sql<boolean>`${isOverpaid}`]),
      ]),
    )
    .executeTakeFirstOrThrow()
  return count
}

/** Money was captured for an order that is not delivered, and was not returned. */
const isOverpaid = sql`exists (
  select from ledger_transactions paid where paid.order_id = orders.id and paid.kind = 'overpayment'
    and not exists (select from ledger_transactions back where back.order_id = orders.id and back.kind = 'refund'))`

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
