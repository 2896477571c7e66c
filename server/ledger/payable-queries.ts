import { sql } from 'kysely'

import type { Connection } from '../database/connection.ts'

/** Of an order: what it credited is frozen already. */
const isDisputed = sql`exists (
  select from disputed_orders disputed where disputed.order_id = sold.id and disputed.outcome is null)`

/** Of an order: until when its buyer may ask for the money back. Written as the indexes that find it are. */
const heldUntil = sql`((completed_at at time zone 'UTC') + refund_days * interval '1 day')`
const isOpen = sql`${heldUntil} > (now() at time zone 'UTC')`

/** Of an order: its buyer may still ask for the money back, or has. */
const isHeld = sql`((sold.status = 'refund_requested' or sold.status = 'completed' and ${isOpen}) and not ${isDisputed})`

/** A part of what an account has, in paise. */
export interface Part {
  account: string
  paise: number
  /** How many sales it is of, where it is held. */
  sales: number
  isHeld: boolean
  /** What open disputes have frozen of what the account was credited; it is not in the account. */
  frozen: number
  /** Of what is held the day in India (YYYY-MM-DD) from which it is payable; null while a refund is being decided. */
  payableOn: string | null
}

/**
 * What accounts of a member have, each in all, and what of that is held because its buyers may still ask for the money
 * back, or have, by the day from which it is payable. Read at one moment, so that the two belong together.
 */
export async function standingOf(
  connection: Connection,
  memberId: string,
  accounts: string[],
): Promise<Part[]> {
  const { rows } = await sql<Part>`
    select account, sum(amount_paise) as paise, 0 as sales, false as is_held, null as payable_on,
      coalesce(-sum(amount_paise) filter (where kind in ('dispute_hold', 'dispute_release')), 0) as frozen
    from ledger_entries where account = any(${accounts}) group by account
    union all
    select entry.account, sum(entry.amount_paise), count(*), true,
      case when sold.status = 'completed' then
        ((sold.completed_at + sold.refund_days * interval '1 day') at time zone 'Asia/Kolkata')::date::text end, 0
    from orders sold
      join ledger_transactions posting on posting.order_id = sold.id and posting.kind = 'sale'
      join ledger_entries entry on entry.transaction_id = posting.id and entry.account = any(${accounts})
    where ${isHeld} and sold.id in (
      select id from orders where owner_id = ${memberId} and ${isOpen}
      union all select id from orders where referrer_id = ${memberId} and ${isOpen}
      union all select id from orders where owner_id = ${memberId} and status = 'refund_requested'
      union all select id from orders where referrer_id = ${memberId} and status = 'refund_requested')
    group by 1, 5 order by 5 nulls first, 1`.execute(connection)
  return rows
}

/** What moved in these accounts of one member and what it is about, the newest first, at most so many; of a payout all that it took together. */
export function movementsOf(connection: Connection, accounts: string[], max: number) {
  const account = sql<string>`case when ledger_transactions.payout_id is null then account else '' end`
  // Each movement is one entry of an account at most, so the newest of each account hold them all.
  const newest = sql<{ account: string; amountPaise: number; transactionId: string }>`(
    select newest.* from unnest(${accounts}::text[]) as own (account), lateral (
      select account, amount_paise, transaction_id from ledger_entries where ledger_entries.account = own.account
      order by happened_at desc, transaction_id desc limit ${max}
    ) newest)`
  return connection
    .selectFrom(newest.as('ledgerEntries'))
    .innerJoin('ledgerTransactions', 'ledgerTransactions.id', 'transactionId')
    .leftJoin('orders', 'orders.id', 'ledgerTransactions.orderId')
    .leftJoin('payouts', 'payouts.id', 'ledgerTransactions.payoutId')
    .select([account.as('account'), sql<number>`sum(ledger_entries.amount_paise)`.as('amountPaise')])
    .select(['ledgerTransactions.kind', 'ledgerTransactions.happenedAt'])
    .select(['orders.number as orderNumber', 'orders.title', 'payouts.number as payoutNumber'])
    .groupBy(['ledgerTransactions.id', 'orders.id', 'payouts.id', account])
    .orderBy('ledgerTransactions.happenedAt', 'desc')
    .orderBy('ledgerTransactions.id', 'desc')
    .orderBy(account, 'desc')
    .limit(max)
    .execute()
}
