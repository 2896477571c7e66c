import { sql } from 'kysely'

import type { Connection } from '../../database/connection.ts'

/** A sale of an owner's, or one taken back (its amounts below zero), in paise. `net`: what was credited to the owner. */
export interface StatementRow {
  happenedAt: Date
  kind: 'sale' | 'refund'
  number: string
  title: string
  item: string
  listPaise: number
  discountPaise: number
  tdsPaise: number
  tcsPaise: number
  netPaise: number
}

/** What an owner's sales and refunds of some time posted, oldest first. Without those that moved no money. */
export async function statementOf(connection: Connection, ownerId: string, [from, to]: [Date, Date]) {
  const { rows } = await sql<StatementRow>`
    select posting.happened_at, posting.kind, sold.number, sold.title, sold.kind as item,
      sign * sold.list_price_paise as list_paise,
      sign * case sold.discount_by when 'owner' then sold.discount_paise else 0 end as discount_paise,
      coalesce(sum(entry.amount_paise) filter (where entry.account = 'withheld:tds'), 0) as tds_paise,
      coalesce(sum(entry.amount_paise) filter (where entry.account = 'withheld:tcs'), 0) as tcs_paise,
      coalesce(sum(entry.amount_paise) filter (where entry.account = 'member:' || sold.owner_id), 0) as net_paise
    from orders sold
      join ledger_transactions posting on posting.order_id = sold.id and posting.kind in ('sale', 'refund')
      join ledger_entries entry on entry.transaction_id = posting.id,
      lateral (select case posting.kind when 'sale' then 1 else -1 end as sign) signs
    where sold.owner_id = ${ownerId} and posting.happened_at >= ${from} and posting.happened_at < ${to}
    group by posting.id, sold.id, sign
    order by posting.happened_at, posting.id`.execute(connection)
  return rows
}

/** What an owner sold in some time, at the prices that the shares were taken of and less what was taken back, in paise. */
export async function soldIn(
  connection: Connection,
  ownerId: string,
  [from, to]: [Date, Date],
): Promise<number> {
  const { rows } = await sql<{ paise: number }>`
    select coalesce(sum(sign * (sold.list_price_paise
      - case sold.discount_by when 'owner' then sold.discount_paise else 0 end)), 0) as paise
    from orders sold
      join ledger_transactions posting on posting.order_id = sold.id and posting.kind in ('sale', 'refund'),
      lateral (select case posting.kind when 'sale' then 1 else -1 end as sign) signs
    where sold.owner_id = ${ownerId} and posting.happened_at >= ${from} and posting.happened_at < ${to}`.execute(
    connection,
  )
  return rows[0]!.paise
}

/** What the payouts that were sent in some time took of an account, in paise. */
export async function paidOutOf(connection: Connection, account: string, [from, to]: [Date, Date]) {
  const { paise } = await connection
    .selectFrom('ledgerEntries')
    .innerJoin('ledgerTransactions as payout', 'payout.id', 'transactionId')
    .innerJoin('ledgerTransactions as sent', 'sent.payoutId', 'payout.payoutId')
    .select(sql<number>`coalesce(-sum(amount_paise), 0)`.as('paise'))
    .where('account', '=', account)
    .where('payout.kind', '=', 'payout')
    .where('sent.kind', '=', 'disbursement')
    .where('sent.happenedAt', '>=', from)
    .where('sent.happenedAt', '<', to)
    .executeTakeFirstOrThrow()
  return paise
}

/** When an owner first sold something, if they did. */
export async function firstSaleOf(connection: Connection, ownerId: string): Promise<Date | null> {
  const { first } = await connection
    .selectFrom('orders')
    .select((column) => column.fn.min('completedAt').as('first'))
    .where('ownerId', '=', ownerId)
    .executeTakeFirstOrThrow()
  return first
}
