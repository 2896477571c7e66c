import { sql } from 'kysely'

import type { Connection } from '../../database/connection.ts'

/** What buyers paid for orders that were not refunded, in paise. */
export async function paidAndKept(connection: Connection): Promise<number> {
  const { paise } = await connection
    .selectFrom('orders')
    .select(sql<number>`coalesce(sum(amount_paise), 0)`.as('paise'))
    .where('status', 'in', ['completed', 'refund_requested'])
    .executeTakeFirstOrThrow()
  return paise
}

/** The orders that have one of these numbers. */
export const ordersNumbered = (connection: Connection, numbers: string[]) =>
  connection
    .selectFrom('orders')
    .select(['id', 'number', 'title'])
    .where('number', '=', sql<string>`any (${numbers})`)
    .orderBy('createdAt', 'desc')
    .execute()
