import { sql } from 'kysely'

import type { Connection } from '../../platform/database/connection.ts'

/**
 * Sums what sales credited to an account, less refunds, in paise: in total, and since the month began in India. Payouts
 * are not deducted.
 */
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

/** The newest credits of an account by sales that were not refunded, at most `max`, in paise. */
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

/** The sum of a member's accounts in paise: what we owe them and have not paid out; negative when they owe us. */
export async function sumOfAccounts(connection: Connection, accounts: string[]): Promise<number> {
  const { paise } = await connection
    .selectFrom('ledgerEntries')
    .select(sql<number>`coalesce(sum(amount_paise), 0)`.as('paise'))
    .where('account', 'in', accounts)
    .executeTakeFirstOrThrow()
  return paise
}

/**
 * Sums what an owner's sales earned, less refunds, since a day (YYYY-MM-DD, in India), by project and day, in paise.
 * Free sales are counted.
 */
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

/** SQL condition: an open dispute has frozen the order's credits. */
const isDisputed = sql`exists (
  select from disputed_orders disputed where disputed.order_id = sold.id and disputed.outcome is null)`

/** SQL expression: the end of the order's refund period. It must match the expression of the indexes. */
const heldUntil = sql`((completed_at at time zone 'UTC') + refund_days * interval '1 day')`
const isOpen = sql`${heldUntil} > (now() at time zone 'UTC')`

/**
 * SQL condition: the buyer of the order may still ask for a refund or has asked for one, and no dispute has frozen its
 * credits.
 */
const isHeld = sql`((sold.status = 'refund_requested' or sold.status = 'completed' and ${isOpen}) and not ${isDisputed})`

/** The total of an account, or a part of it that is held, in paise. */
export interface BalancePart {
  account: string
  paise: number
  /** The number of sales of a held part; 0 for a total. */
  sales: number
  isHeld: boolean
  /** The credits that open disputes have frozen, in paise; `paise` does not include them. */
  frozen: number
  /** The day in India (YYYY-MM-DD) from which a held part is payable; null while a refund is being decided. */
  payableOn: string | null
}

/**
 * The totals of a member's accounts, and the parts of them that are held because the buyers may still ask for a refund
 * or have asked for one, by the day from which they are payable. One statement reads both, so that they are consistent.
 */
export async function balanceParts(
  connection: Connection,
  memberId: string,
  accounts: string[],
): Promise<BalancePart[]> {
  const { rows } = await sql<BalancePart>`
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

/**
 * The movements in these accounts of one member, in paise and newest first, at most `max`; the entries of a payout are
 * summed.
 */
export function movementsOf(connection: Connection, accounts: string[], max: number) {
  const account = sql<string>`case when ledger_transactions.payout_id is null then account else '' end`
  // A movement has at most one entry in each account, so the newest entries of each account include all the newest movements.
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
    .leftJoin('debtRepayments', 'debtRepayments.id', 'ledgerTransactions.debtRepaymentId')
    .select([account.as('account'), sql<number>`sum(ledger_entries.amount_paise)`.as('amountPaise')])
    .select(['ledgerTransactions.kind', 'ledgerTransactions.happenedAt'])
    .select([
      'orders.number as orderNumber',
      'orders.title',
      'payouts.number as payoutNumber',
      'debtRepayments.reference',
    ])
    .groupBy(['ledgerTransactions.id', 'orders.id', 'payouts.id', 'debtRepayments.id', account])
    .orderBy('ledgerTransactions.happenedAt', 'desc')
    .orderBy('ledgerTransactions.id', 'desc')
    .orderBy(account, 'desc')
    .limit(max)
    .execute()
}

/** A sale of an owner, or a refund with negative amounts, in paise. `netPaise` was credited to the owner. */
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

/**
 * The sales and refunds that an owner's orders posted in a period (its end excluded), oldest first. Those that moved no
 * money are omitted.
 */
export async function statementRows(connection: Connection, ownerId: string, [from, to]: [Date, Date]) {
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

/**
 * Sums an owner's sales in a period (its end excluded), less refunds, in paise, at the prices from which the shares are
 * computed.
 */
export async function sumSales(
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

/** Sums what the payouts sent in a period (its end excluded) debited from an account, in paise. */
export async function sumPaidOut(connection: Connection, account: string, [from, to]: [Date, Date]) {
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

/** The time of an owner's first sale, or null. */
export async function firstSaleOf(connection: Connection, ownerId: string): Promise<Date | null> {
  const { first } = await connection
    .selectFrom('orders')
    .select((column) => column.fn.min('completedAt').as('first'))
    .where('ownerId', '=', ownerId)
    .executeTakeFirstOrThrow()
  return first
}
