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

/** The newest credits of an account by sales, up to a number of them, with the order sold. */
export const recentCredits = (connection: Connection, account: string, max: number) =>
  entriesOf(connection, account)
    .select(['amountPaise', 'happenedAt'])
    .where('kind', '=', 'sale')
    .orderBy('happenedAt', 'desc')
    .limit(max)
    .execute()

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
