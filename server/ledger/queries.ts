import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'

import type { Connection } from '../database/connection.ts'

export type TransactionKind = 'sale' | 'overpayment' | 'refund' | 'payout'

/** Amounts in paise by account; they must sum to zero. */
export type Entries = Record<string, number>

/** Writes one transaction. Accounts with nothing to post are left out. */
export async function post(connection: Connection, kind: TransactionKind, orderId: string, entries: Entries) {
  const transactionId = uuid()
  await connection.insertInto('ledgerTransactions').values({ id: transactionId, kind, orderId }).execute()
  const rows = Object.entries(entries)
    .filter(([, amountPaise]) => amountPaise !== 0)
    .map(([account, amountPaise]) => ({ transactionId, account, amountPaise }))
  if (rows.length > 0) await connection.insertInto('ledgerEntries').values(rows).execute()
}

/** Transactions whose entries do not sum to zero. */
export const unbalanced = (connection: Connection) =>
  found(
    connection,
    sql`select 'transaction ' || transaction_id as id from ledger_entries group by transaction_id having sum(amount_paise) <> 0`,
  )

/** Delivered orders without a sale in the ledger. */
export const unposted = (connection: Connection) =>
  found(
    connection,
    sql`select 'order ' || id as id from orders where status in ('completed', 'refund_requested', 'refunded')
      and not exists (select from ledger_transactions sale where sale.order_id = orders.id and sale.kind = 'sale')`,
  )

/**
 * Sales of orders that were not delivered, sales whose entries are not what the order's price asks for, and captured
 * payments whose money did not arrive in the ledger as a whole.
 */
export const misposted = (connection: Connection) =>
  found(
    connection,
    sql`
      with sales as (
        select orders.*, sale.id as sale_id, floor((amount_paise * 2 + 5) / 10) as fee,
          case when referrer_id is null then 0 else floor(amount_paise / 10) end as commission
        from ledger_transactions sale join orders on orders.id = sale.order_id where sale.kind = 'sale'
      ), expected as (
        select sale_id, 'member:' || owner_id as account, amount_paise - fee as amount_paise from sales
        union all select sale_id, 'member:' || referrer_id || ':commission', commission from sales where referrer_id is not null
        union all select sale_id, 'platform:fees', fee - commission from sales
        union all select sale_id, 'clearing:' || payments.gateway, -sales.amount_paise
          from sales join payments on payments.id = sales.payment_id
      ), posted as (
        select transaction_id as sale_id, account, amount_paise from ledger_entries
        where transaction_id in (select sale_id from sales)
      )
      select 'transaction ' || sale_id as id from sales where status not in ('completed', 'refund_requested', 'refunded')
      union
      select 'transaction ' || sale_id from expected full join posted using (sale_id, account)
        where coalesce(expected.amount_paise, 0) <> coalesce(posted.amount_paise, 0)
      union
      select 'payment ' || id from payments where status = 'captured' and amount_paise <> (
        select coalesce(-sum(entry.amount_paise), 0) from orders
        join ledger_transactions posting on posting.order_id = orders.id and posting.kind in ('sale', 'overpayment')
        join ledger_entries entry on entry.transaction_id = posting.id and entry.account = 'clearing:' || payments.gateway
        where orders.payment_id = payments.id)`,
  )

/** The first hundred. */
async function found(connection: Connection, rows: ReturnType<typeof sql>): Promise<string[]> {
  const answer = await sql<{ id: string }>`select id from (${rows}) found order by id limit 100`.execute(
    connection,
  )
  return answer.rows.map(({ id }) => id)
}
