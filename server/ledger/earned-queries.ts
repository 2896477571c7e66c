import { sql } from 'kysely'

import type { Connection } from '../database/connection.ts'

/** What an account was credited by sales, less refunds, in paise: in all, and since the month began in India. Payouts take nothing from it. */
export async function earnedBy(connection: Connection, account: string) {
  const monthInIndia = sql`date_trunc('month', now() at time zone 'Asia/Kolkata') at time zone 'Asia/Kolkata'`
  const thisMonth = sql`filter (where happened_at >= ${monthInIndia})`
  return await connection
    .selectFrom('ledgerEntries')
    .where('account', '=', account)
    .select([
      sql<number>`coalesce(sum(amount_paise), 0)`.as('totalPaise'),
      sql<number>`coalesce(sum(amount_paise) ${thisMonth}, 0)`.as('thisMonthPaise'),
    ])
    .where('kind', 'in', ['sale', 'refund'])
    .executeTakeFirstOrThrow()
}

/** The newest credits of an account by sales that were not refunded, up to a number of them. */
export const recentCredits = (connection: Connection, account: string, max: number) =>
  connection
    .selectFrom('ledgerEntries')
    .innerJoin('ledgerTransactions', 'ledgerTransactions.id', 'ledgerEntries.transactionId')
    .select(['amountPaise', 'ledgerEntries.happenedAt'])
    .where('account', '=', account)
    .where('ledgerEntries.kind', '=', 'sale')
    .where((credit) =>
      credit.not(
        credit.exists(
          credit
            .selectFrom('ledgerTransactions as refunds')
            .select('refunds.id')
            .whereRef('refunds.orderId', '=', 'ledgerTransactions.orderId')
            .where('refunds.kind', '=', 'refund'),
        ),
      ),
    )
    .orderBy('ledgerEntries.happenedAt', 'desc')
    .limit(max)
    .execute()

/** What the sales of these orders credited to their owners, in paise by order. */
export async function ownersShares(connection: Connection, orderIds: string[]): Promise<Map<string, number>> {
  if (orderIds.length === 0) return new Map()
  const rows = await connection
    .selectFrom('orders')
    .innerJoin('ledgerTransactions', 'ledgerTransactions.orderId', 'orders.id')
    .innerJoin('ledgerEntries', 'ledgerEntries.transactionId', 'ledgerTransactions.id')
    .select(['orders.id', 'ledgerEntries.amountPaise'])
    .where('orders.id', 'in', orderIds)
    .where('ledgerTransactions.kind', '=', 'sale')
    .where('account', '=', sql<string>`'member:' || owner_id`)
    .execute()
  return new Map(rows.map(({ id, amountPaise }) => [id, amountPaise]))
}

/** What we owe a member and have not paid out, in paise; below zero what they owe us. */
export async function owedTo(connection: Connection, accounts: string[]): Promise<number> {
  const { paise } = await connection
    .selectFrom('ledgerEntries')
    .select(sql<number>`coalesce(sum(amount_paise), 0)`.as('paise'))
    .where('account', 'in', accounts)
    .executeTakeFirstOrThrow()
  return paise
}

/** What an owner's sales brought, less refunds, since a day (YYYY-MM-DD, in India), by project and day. Free sales count too. */
export async function earnedByProject(connection: Connection, ownerId: string, since: string) {
  const began = sql`(${since}::date::timestamp at time zone 'Asia/Kolkata')`
  const { rows } = await sql<{ projectId: string; day: string; sales: number; amountPaise: number }>`
    with changed as (
      select id, project_id, 'sale' as kind, 1 as sales from orders where owner_id = ${ownerId} and completed_at >= ${began}
      union all
      select sold.id, project_id, 'refund', -1 from refunds join orders sold on sold.id = refunds.order_id
        where refunds.created_at >= ${began} and owner_id = ${ownerId} and sold.status = 'refunded'
    )
    select project_id, (posting.happened_at at time zone 'Asia/Kolkata')::date::text as day, sum(sales) as sales,
      coalesce(sum(entry.amount_paise), 0) as amount_paise
    from changed
      join ledger_transactions posting on posting.order_id = changed.id and posting.kind = changed.kind
      left join ledger_entries entry on entry.transaction_id = posting.id and entry.account = ${`member:${ownerId}`}
    where posting.happened_at >= ${began}
    group by 1, 2`.execute(connection)
  return rows
}
