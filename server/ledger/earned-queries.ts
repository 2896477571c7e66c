import { sql } from 'kysely'

import type { Connection } from '../database/connection.ts'

/** What an account was credited by sales, less refunds, in paise: in all, and since the month began in India. Payouts take nothing from it. */
export async function earnedBy(connection: Connection, account: string) {
  const monthInIndia = sql`date_trunc('month', now() at time zone 'Asia/Kolkata') at time zone 'Asia/Kolkata'`
  const thisMonth = sql`filter (where happened_at >= ${monthInIndia})`
  return await entriesOf(connection, account)
    .select([
      sql<number>`coalesce(sum(amount_paise), 0)`.as('totalPaise'),
      sql<number>`coalesce(sum(amount_paise) ${thisMonth}, 0)`.as('thisMonthPaise'),
    ])
    .where('kind', 'in', ['sale', 'refund'])
    .executeTakeFirstOrThrow()
}

/** The newest credits of an account by sales that were not refunded, up to a number of them. */
export const recentCredits = (connection: Connection, account: string, max: number) =>
  entriesOf(connection, account)
    .select(['amountPaise', 'happenedAt'])
    .where('kind', '=', 'sale')
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
    .orderBy('happenedAt', 'desc')
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

const entriesOf = (connection: Connection, account: string) =>
  connection
    .selectFrom('ledgerEntries')
    .innerJoin('ledgerTransactions', 'ledgerTransactions.id', 'ledgerEntries.transactionId')
    .where('account', '=', account)

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
  const { rows } = await sql<{ projectId: string; day: string; sales: number; amountPaise: number }>`
    select sold.project_id, (happened_at at time zone 'Asia/Kolkata')::date::text as day,
      count(*) filter (where posting.kind = 'sale') - count(*) filter (where posting.kind = 'refund') as sales,
      coalesce(sum(entry.amount_paise), 0) as amount_paise
    from orders sold
      join ledger_transactions posting on posting.order_id = sold.id and posting.kind in ('sale', 'refund')
      left join ledger_entries entry on entry.transaction_id = posting.id and entry.account = 'member:' || sold.owner_id
    where sold.owner_id = ${ownerId} and happened_at >= ${since}::date::timestamp at time zone 'Asia/Kolkata'
    group by 1, 2`.execute(connection)
  return rows
}
