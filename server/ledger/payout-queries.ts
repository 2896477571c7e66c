import { sql } from 'kysely'

import type { Connection } from '../database/connection.ts'
import { found } from './queries.ts'

/** What a payout took, account by account. */
export const entriesOfPayout = (connection: Connection, payoutId: string) =>
  connection
    .selectFrom('ledgerEntries')
    .innerJoin('ledgerTransactions', 'ledgerTransactions.id', 'transactionId')
    .select(['account', 'amountPaise'])
    .where('payoutId', '=', payoutId)
    .where('ledgerTransactions.kind', '=', 'payout')
    .execute()

/**
 * Payouts whose postings are not what their state asks for: taken off their member's accounts when they were approved, sent
 * when they are paid, and put back as they were taken when they ended otherwise. Also postings of payouts that are none.
 */
export const mispaid = (connection: Connection) =>
  found(
    connection,
    sql`
      with expected (payout_id, kind, side, amount_paise) as (
        select id, 'payout', side, sign * amount_paise from payouts, (values ('due', 1), ('member', -1)) of (side, sign)
          where approved_at is not null
        union all
        select id, 'disbursement', side, sign * amount_paise from payouts, (values ('due', -1), ('clearing', 1)) of (side, sign)
          where status = 'paid'
        union all
        select id, 'payout_reversal', side, sign * amount_paise from payouts, (values ('due', -1), ('member', 1)) of (side, sign)
          where approved_at is not null and status in ('declined', 'cancelled')
      ), posted as (
        select posting.payout_id, posting.kind, sum(entry.amount_paise) as amount_paise,
          case entry.account
            when 'payouts:due' then 'due'
            when 'clearing:' || payouts.disbursement then 'clearing'
            when 'member:' || payouts.member_id then 'member'
            when 'member:' || payouts.member_id || ':commission' then 'member'
            else entry.account end as side
        from ledger_transactions posting
          join payouts on payouts.id = posting.payout_id
          join ledger_entries entry on entry.transaction_id = posting.id
        group by 1, 2, 4
      ), returned as (
        select posting.payout_id, entry.account, sum(entry.amount_paise) as amount_paise
        from ledger_transactions back
          join ledger_transactions posting on posting.payout_id = back.payout_id and posting.kind in ('payout', 'payout_reversal')
          join ledger_entries entry on entry.transaction_id = posting.id
        where back.kind = 'payout_reversal' group by 1, 2
      )
      select 'payout ' || payout_id as id from expected full join posted using (payout_id, kind, side)
        where expected.amount_paise is distinct from posted.amount_paise
      union
      select 'payout ' || payout_id from returned where amount_paise <> 0
      union
      select 'transaction ' || id from ledger_transactions
        where (payout_id is null) = (kind in ('payout', 'disbursement', 'payout_reversal'))`,
  )
