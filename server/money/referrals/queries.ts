import { sql } from 'kysely'

import type { PageWindow } from '#contract/kit/paging.ts'
import type { ReferredSale } from '#contract/money/referrals.ts'

import type { Connection } from '../../platform/database/connection.ts'
import { pageOf } from '../../platform/database/paging.ts'

/** A page of the members who signed up with a member's code, newest first. */
export const referredBy = (connection: Connection, memberId: string, window: PageWindow) =>
  pageOf(
    connection,
    connection
      .selectFrom('members')
      .select(['id', 'name', 'createdAt'])
      .where('referredBy', '=', memberId)
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc'),
    window,
  )

/**
 * Sums what the orders of these members credited to an account, less refunds, in paise by member; members without such
 * credits are omitted.
 */
export async function commissionFrom(connection: Connection, account: string, memberIds: string[]) {
  if (memberIds.length === 0) return new Map<string, number>()
  const rows = await connection
    .selectFrom('orders')
    .innerJoin('ledgerTransactions', 'ledgerTransactions.orderId', 'orders.id')
    .innerJoin('ledgerEntries', 'ledgerEntries.transactionId', 'ledgerTransactions.id')
    .select((column) => ['orders.memberId', column.fn.sum<number>('ledgerEntries.amountPaise').as('paise')])
    .where('orders.memberId', 'in', memberIds)
    .where('account', '=', account)
    .where('ledgerTransactions.kind', 'in', ['sale', 'refund'])
    .groupBy('orders.memberId')
    .execute()
  return new Map(rows.map(({ memberId, paise }) => [memberId, paise]))
}

export interface SaleRow {
  completedAt: Date
  title: string
  amountPaise: number
  commissionPaise: number
  state: ReferredSale['state']
}

/**
 * A page of the paid orders by which a member earns commission, newest first. Payouts are assigned to the oldest
 * payable commission first: it counts as paid as far as the paid amount covers it.
 */
export function referredSales(
  connection: Connection,
  referrerId: string,
  account: string,
  window: PageWindow,
) {
  const sales = sql<SaleRow & { id: string }>`(
    with paid as (
      select coalesce(-sum(entry.amount_paise), 0) as paise
      from payouts
        join ledger_transactions posting on posting.payout_id = payouts.id and posting.kind = 'payout'
        join ledger_entries entry on entry.transaction_id = posting.id and entry.account = ${account}
      where payouts.member_id = ${referrerId} and payouts.status = 'paid'
    ), sales as (
      select sold.id, sold.completed_at, sold.title, sold.amount_paise, entry.amount_paise as commission_paise,
        case
          when sold.status = 'refunded' then 'reversed'
          when exists (select from disputed_orders disputed where disputed.order_id = sold.id and disputed.outcome is null)
            then 'frozen'
          when sold.status = 'refund_requested'
            or sold.completed_at + sold.refund_days * interval '1 day' > now() then 'pending'
          else 'payable' end as state
      from orders sold
        join ledger_transactions sale on sale.order_id = sold.id and sale.kind = 'sale'
        join ledger_entries entry on entry.transaction_id = sale.id and entry.account = ${account}
      where sold.referrer_id = ${referrerId}
    )
    select id, completed_at, title, amount_paise, commission_paise,
      case when state = 'payable' and sum(commission_paise) filter (where state = 'payable')
        over (order by completed_at, id) <= (select paise from paid) then 'paid' else state end as state
    from sales
  )`.as('referred')
  const rows = connection.selectFrom(sales).selectAll().orderBy('completedAt', 'desc').orderBy('id', 'desc')
  return pageOf(connection, rows, window)
}
