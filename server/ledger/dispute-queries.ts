import { sql } from 'kysely'

import type { Connection } from '../database/connection.ts'
import { found } from './queries.ts'

/** What a dispute froze of an order, account by account. */
export const entriesOfHold = (connection: Connection, disputeId: string, orderId: string) =>
  connection
    .selectFrom('ledgerEntries')
    .innerJoin('ledgerTransactions', 'ledgerTransactions.id', 'transactionId')
    .select(['account', 'amountPaise'])
    .where('disputeId', '=', disputeId)
    .where('orderId', '=', orderId)
    .where('ledgerTransactions.kind', '=', 'dispute_hold')
    .execute()

/**
 * Disputes whose postings are not what their state asks for: what the sales of their orders credited to members is frozen,
 * and free again once that ended; and what the bank took is there as refunds that it paid and as a loss, nothing else.
 */
export const misheld = (connection: Connection) =>
  found(
    connection,
    sql`
      with credits as (
        select disputed.*, entry.account, entry.amount_paise
        from disputed_orders disputed
          join ledger_transactions sale on sale.order_id = disputed.order_id and sale.kind = 'sale'
          join ledger_entries entry on entry.transaction_id = sale.id and entry.account like 'member:%' and entry.amount_paise > 0
      ), expected as (
        select dispute_id, order_id, kind, account, amount_paise * -sign as amount_paise
        from credits, (values ('dispute_hold', 1), ('dispute_release', -1)) moves (kind, sign)
        where kind = 'dispute_hold' or outcome is not null
        union all
        select dispute_id, order_id, kind, 'disputes:held', sum(amount_paise * sign)
        from credits, (values ('dispute_hold', 1), ('dispute_release', -1)) moves (kind, sign)
        where kind = 'dispute_hold' or outcome is not null
        group by 1, 2, 3
      ), posted as (
        select dispute_id, order_id, posting.kind, account, amount_paise
        from ledger_transactions posting join ledger_entries entry on entry.transaction_id = posting.id
        where posting.kind in ('dispute_hold', 'dispute_release')
      )
      select 'dispute ' || dispute_id as id from expected full join posted using (dispute_id, order_id, kind, account)
        where expected.amount_paise is distinct from posted.amount_paise
      union
      select 'dispute ' || id from disputes where case when settled_at is null then 0 else deducted_paise end <>
        (select coalesce(sum(amount_paise), 0) from refunds where dispute_id = disputes.id)
        + (select coalesce(sum(entry.amount_paise), 0) from ledger_transactions posting
            join ledger_entries entry on entry.transaction_id = posting.id and entry.account like 'clearing:%'
            where posting.dispute_id = disputes.id and posting.kind = 'dispute_loss')`,
  )
