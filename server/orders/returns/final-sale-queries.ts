import { sql } from 'kysely'

import type { Connection } from '../../platform/database/connection.ts'

/**
 * The ids of those of these completed orders whose sale is final: its refund days were over before anybody asked for
 * the money, or its owner's and referrer's balances no longer have what it credited, because it was paid out. They are
 * taken together, as if all that are not late went back, in the order of their ids. An open dispute about an order
 * counts as nothing taken.
 */
export async function finalSales(connection: Connection, orderIds: readonly string[]): Promise<Set<string>> {
  if (orderIds.length === 0) return new Set()
  const ids = sql`any(${orderIds}::uuid[])`
  const { rows } = await sql<{ id: string }>`
    with sold as (
      select id, completed_at + coalesce(refund_days, 0) * interval '1 day' < coalesce((
        select requested_at from refund_requests where order_id = orders.id and outcome is null), now()) as is_late
      from orders where id = ${ids}
    ), credits as (
      select sold.id, account, sum(amount_paise) over (partition by account order by sold.id) as paise
      from sold join ledger_transactions posting on posting.order_id = sold.id and posting.kind = 'sale'
        join ledger_entries entry on entry.transaction_id = posting.id
      where not is_late and account like 'member:%'
    ), frozen as (
      select account, -sum(amount_paise) as paise
      from ledger_transactions posting join ledger_entries entry on entry.transaction_id = posting.id
      where posting.order_id = ${ids} and posting.kind in ('dispute_hold', 'dispute_release') and account like 'member:%'
      group by account
    ), balances as (
      select account, sum(amount_paise) as paise from ledger_entries
      where account in (select account from credits) group by account
    )
    select id from sold where is_late
    union
    select credits.id from credits join balances using (account) left join frozen using (account)
    where credits.paise > balances.paise + coalesce(frozen.paise, 0)`.execute(connection)
  return new Set(rows.map(({ id }) => id))
}
