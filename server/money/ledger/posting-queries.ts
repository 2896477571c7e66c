import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'

import type { Connection } from '../../platform/database/connection.ts'
import { type Entries, noRates, type Rates } from './shares.ts'

type TransactionKind =
  | 'sale'
  | 'overpayment'
  | 'duplicate'
  | 'refund'
  | 'repayment'
  | 'payout'
  | 'disbursement'
  | 'payout_reversal'
  | 'dispute_hold'
  | 'dispute_release'
  | 'write_off'
  | 'hold'
  | 'release'
  | 'gateway_refund'
  | 'chargeback'
  | 'excess'
  | 'cover'
  | 'difference'
  | 'refund_difference'
  | 'debt_repayment'

/**
 * Inserts one transaction about an order, a payment, a refund, a payout, a dispute or a repaid debt. Accounts with an
 * amount of zero are omitted.
 */
export async function post(
  connection: Connection,
  kind: TransactionKind,
  about:
    | { orderId: string; disputeId?: string }
    | { paymentId: string }
    | { refundId: string }
    | { payoutId: string }
    | { disputeId: string }
    | { debtRepaymentId: string },
  entries: Entries,
  { tds, tcs, gst }: Rates = noRates,
) {
  const transactionId = uuid()
  await connection
    .insertInto('ledgerTransactions')
    .values({ id: transactionId, kind, ...about, tdsRate: tds, tcsRate: tcs, gstRate: gst })
    .execute()
  const rows = Object.entries(entries)
    .filter(([, amountPaise]) => amountPaise !== 0)
    .map(([account, amountPaise]) => ({ transactionId, account, amountPaise }))
  if (rows.length > 0) await connection.insertInto('ledgerEntries').values(rows).execute()
}

/** The entries that the sale of an order posted, account by account, in paise. */
export const entriesOfSale = (connection: Connection, orderId: string) =>
  connection
    .selectFrom('ledgerEntries')
    .innerJoin('ledgerTransactions', 'ledgerTransactions.id', 'transactionId')
    .select(['account', 'amountPaise'])
    .where('orderId', '=', orderId)
    .where('ledgerTransactions.kind', '=', 'sale')
    .execute()

/** Finds transactions whose entries do not sum to zero, or whose entries differ from them in kind or time. */
export const findUnbalanced = (connection: Connection) =>
  found(
    connection,
    sql`select 'transaction ' || transaction_id as id from ledger_entries group by transaction_id having sum(amount_paise) <> 0
      union
      select 'transaction ' || posting.id from ledger_entries entry join ledger_transactions posting on posting.id = entry.transaction_id
        where (entry.kind, entry.happened_at) is distinct from (posting.kind, posting.happened_at)`,
  )

/** Finds delivered orders without a sale in the ledger. */
export const findUnposted = (connection: Connection) =>
  found(
    connection,
    sql`select 'order ' || id as id from orders where status in ('completed', 'refund_requested', 'refunded')
      and not exists (select from ledger_transactions sale where sale.order_id = orders.id and sale.kind = 'sale')`,
  )

/**
 * Finds sales of orders that were not delivered, sales whose entries do not follow from the order's price, discount,
 * fee and commission and from the rates stored with the posting, and payments of which the ledger does not hold exactly
 * what the gateway captured, did not return on its own pages and lost to no bank, or of which other money waits for
 * staff than should.
 */
export const findMisposted = (connection: Connection) =>
  found(
    connection,
    sql`
      with priced as (
        select sale.id as sale_id, sale.tds_rate, sale.tcs_rate, sale.gst_rate, orders.status, orders.amount_paise, fee_rate,
          commission_rate, referrer_id, 'member:' || owner_id as owner, 'member:' || referrer_id || ':commission' as referrer,
          'clearing:' || payments.gateway as clearing,
          list_price_paise::bigint - case discount_by when 'owner' then discount_paise else 0 end as price
        from ledger_transactions sale join orders on orders.id = sale.order_id
          join payments on payments.id = orders.payment_id
        where sale.kind = 'sale'
      ), sales as (
        select *, case when referrer_id is null then 0 else price * commission_rate / 10000 end as commission
        from priced,
          lateral (select (price * fee_rate * 2 + 10000) / 20000 as fee) fees,
          lateral (select least((price * tds_rate * 2 + 10000) / 20000, price - fee) as tds) at_source,
          lateral (select (price * 20000 + 10000 + gst_rate) / (2 * (10000 + gst_rate)) as net) taxed,
          lateral (select least((net * tcs_rate * 2 + 10000) / 20000, price - fee - tds) as tcs) collected
      ), counted as (
        select transaction_id as sale_id, count(*) as parts from ledger_entries where amount_paise <> 0 group by transaction_id
      ), moved as (
        select payment_id, id as transaction_id, true as is_own from ledger_transactions where payment_id is not null
        union all
        select orders.payment_id, posting.id, false from ledger_transactions posting join orders on orders.id = posting.order_id
          where posting.kind in ('sale', 'overpayment')
      ), posted as (
        select payments.id, sum(entry.amount_paise) filter (where account = 'clearing:' || gateway) as clearing,
          sum(entry.amount_paise) filter (where account = 'payments:held') as held,
          sum(entry.amount_paise) filter (where account = 'refunds:due' and is_own) as due
        from moved join payments on payments.id = moved.payment_id join ledger_entries entry using (transaction_id) group by 1
      ), given_back as (
        select payment_id as id, sum(paise) as paise from (
          select payment_id, amount_paise as paise from gateway_refunds
          union all select payment_id, deducted_paise from disputes where settled_at is not null
        ) back where payment_id is not null group by 1
      ), excess as (
        select payment_id as id, sum(paise) as paise from capture_excess group by 1
      ), covered as (
        select payment_id as id, sum(covered_paise) as paise from refunds group by 1
      )
      select 'transaction ' || sale_id as id from sales where status not in ('completed', 'refund_requested', 'refunded')
      union
      select 'transaction ' || sale_id from sales join ledger_entries entry on entry.transaction_id = sale_id
        where entry.amount_paise <> case entry.account when owner then price - fee - tds - tcs when referrer then commission
          when 'platform:fees' then fee - commission when 'platform:coupons' then sales.amount_paise - price
          when 'withheld:tds' then tds when 'withheld:tcs' then tcs when clearing then -sales.amount_paise else 0 end
      union
      select 'transaction ' || sale_id from sales left join counted using (sale_id)
        where coalesce(parts, 0) <> num_nonnulls(nullif(price - fee - tds - tcs, 0), nullif(commission, 0),
          nullif(fee - commission, 0), nullif(amount_paise - price, 0), nullif(tds, 0), nullif(tcs, 0), nullif(amount_paise, 0))
      union
      select 'payment ' || payments.id from payments
        left join posted on posted.id = payments.id
        left join given_back on given_back.id = payments.id
        left join covered on covered.id = payments.id
        left join excess on excess.id = payments.id,
        lateral (select case when status in ('captured', 'held') then coalesce(received_paise, payments.amount_paise) else 0 end as paise) received
        where coalesce(clearing, 0) <> coalesce(given_back.paise, 0) - received.paise
          or coalesce(held, 0) <> given_up_paise + coalesce(covered.paise, 0) + coalesce(excess.paise, 0) - coalesce(given_back.paise, 0)
            + case status when 'held' then received.paise else 0 end
          or coalesce(due, 0) <> -coalesce(covered.paise, 0)`,
  )

/**
 * Finds refunds whose postings are incomplete: the amount must first be credited to `refunds:due`, from the reversed
 * sale or from the surplus payment, and debited from it once the gateway has returned it. Also finds refunded orders
 * whose sale was not reversed, reversed sales of orders that are not refunded, and orders with a due amount and no
 * refund.
 */
export const findMisreturned = (connection: Connection) =>
  found(
    connection,
    sql`
      with due as (
        select refunds.id, refunds.amount_paise,
          case status when 'returned' then refunds.amount_paise - covered_paise else 0 end as returned_paise,
          (select coalesce(sum(entry.amount_paise), 0) from ledger_transactions posting
            join ledger_entries entry on entry.transaction_id = posting.id and entry.account = 'refunds:due'
            where posting.refund_id = refunds.id and posting.kind = 'duplicate'
              or posting.order_id = refunds.order_id and posting.kind in ('refund', 'overpayment', 'refund_difference')) as posted_paise,
          (select coalesce(-sum(entry.amount_paise), 0) from ledger_transactions posting
            join ledger_entries entry on entry.transaction_id = posting.id and entry.account = 'refunds:due'
            where posting.refund_id = refunds.id and posting.kind = 'repayment') as repaid_paise
        from refunds
      ), reversed as (
        select back.id, case when sold.account like 'clearing:%' then 'refunds:due' else sold.account end as account,
          sold.amount_paise
        from ledger_transactions back
        join ledger_transactions sale on sale.order_id = back.order_id and sale.kind = 'sale'
        join ledger_entries sold on sold.transaction_id = sale.id
        where back.kind = 'refund'
        union all select back.id, entry.account, entry.amount_paise
        from ledger_transactions back join ledger_entries entry on entry.transaction_id = back.id where back.kind = 'refund'
      )
      select 'refund ' || id as id from due where posted_paise <> amount_paise or repaid_paise <> returned_paise
      union
      select 'transaction ' || id from reversed group by id, account having sum(amount_paise) <> 0
      union
      select 'order ' || id from orders where (status = 'refunded') <> exists (
        select from ledger_transactions back where back.order_id = orders.id and back.kind = 'refund')
      union
      select 'order ' || posting.order_id from ledger_transactions posting
          join ledger_entries entry on entry.transaction_id = posting.id and entry.account = 'refunds:due'
        where posting.kind in ('refund', 'overpayment', 'refund_difference')
          and not exists (select from refunds where refunds.order_id = posting.order_id)
        group by posting.order_id having sum(entry.amount_paise) <> 0`,
  )

/** The first hundred ids that a check returns. */
export async function found(connection: Connection, rows: ReturnType<typeof sql>): Promise<string[]> {
  const answer = await sql<{ id: string }>`select id from (${rows}) found order by id limit 100`.execute(
    connection,
  )
  return answer.rows.map(({ id }) => id)
}

/** The entries by which a dispute froze the credits of an order, account by account, in paise. */
export const entriesOfHold = (connection: Connection, disputeId: string, orderId: string) =>
  connection
    .selectFrom('ledgerEntries')
    .innerJoin('ledgerTransactions', 'ledgerTransactions.id', 'transactionId')
    .select(['account', 'amountPaise'])
    .where('disputeId', '=', disputeId)
    .where('orderId', '=', orderId)
    .where('ledgerTransactions.kind', '=', 'dispute_hold')
    .execute()

/** The id of the dispute whose hold of an order's credits was not released, or undefined. */
export async function openHold(connection: Connection, orderId: string): Promise<string | undefined> {
  const { rows } = await sql<{ disputeId: string }>`
    select dispute_id from ledger_transactions hold where order_id = ${orderId} and kind = 'dispute_hold'
      and not exists (select from ledger_transactions release
        where release.order_id = hold.order_id and release.dispute_id = hold.dispute_id and release.kind = 'dispute_release')`.execute(
    connection,
  )
  return rows[0]?.disputeId
}

/**
 * Finds orders whose frozen credits do not match their disputes: what the sale credited to members must be frozen once
 * while any dispute about the order is open or what its bank took waits for staff, and free otherwise. Also finds
 * payments in dispute, by their first dispute, of which the banks took an amount that is posted neither as a chargeback
 * nor as it was before there were any: as refunds that they paid and losses together.
 */
export const findMisheld = (connection: Connection) =>
  found(
    connection,
    sql`
      with frozen as (
        select distinct order_id from disputed_orders where outcome is null
      ), credits as (
        select frozen.order_id, entry.account, entry.amount_paise
        from frozen
          join ledger_transactions sale on sale.order_id = frozen.order_id and sale.kind = 'sale'
          join ledger_entries entry on entry.transaction_id = sale.id and entry.account like 'member:%' and entry.amount_paise > 0
      ), expected as (
        select order_id, account, -amount_paise as amount_paise from credits
        union all
        select order_id, 'disputes:held', sum(amount_paise) from credits group by 1
      ), posted as (
        select order_id, account, sum(amount_paise) as amount_paise
        from ledger_transactions posting join ledger_entries entry on entry.transaction_id = posting.id
        where posting.kind in ('dispute_hold', 'dispute_release')
        group by 1, 2 having sum(amount_paise) <> 0
      ), taken as (
        select gateway, gateway_payment_id, min(id::text) as id,
          sum(case when settled_at is null then 0 else deducted_paise end) as deducted_paise,
          sum((select coalesce(sum(amount_paise - covered_paise), 0) from refunds where dispute_id = disputes.id)
            + (select coalesce(sum(entry.amount_paise), 0) from ledger_transactions posting
              join ledger_entries entry on entry.transaction_id = posting.id and entry.account like 'clearing:%'
              where posting.dispute_id = disputes.id and posting.kind = 'dispute_loss')) as posted_paise
        from disputes where payment_id is null group by 1, 2
      )
      select 'order ' || order_id as id from expected full join posted using (order_id, account)
        where expected.amount_paise is distinct from posted.amount_paise
      union
      select 'dispute ' || id from taken where deducted_paise <> posted_paise`,
  )

/**
 * Finds coupons at our expense that took off more than they may: off one purchase, or off all that were not refunded.
 */
export const findOverspent = (connection: Connection) =>
  found(
    connection,
    sql`
      select distinct 'coupon ' || coupon_id as id from (
        select coupons.id as coupon_id, sum(orders.discount_paise) as discount_paise, max_discount_paise, budget_paise,
          sum(sum(orders.discount_paise) filter (where orders.status in ('completed', 'refund_requested')))
            over (partition by coupons.id) as cost_paise
        from coupons
          join payments on payments.coupon_id = coupons.id
          join orders on orders.payment_id = payments.id
        where coupons.owner_id is null and budget_paise is not null and payments.status = 'captured'
        group by coupons.id, payments.id
      ) given
      where discount_paise > max_discount_paise or cost_paise > budget_paise`,
  )

/**
 * Finds what nobody paid in. 'total': members, the tax office and the platform's fees together hold more than what was
 * captured and neither returned nor due back, less the payouts that were sent, plus what members repaid and what the
 * platform knowingly gave: the discounts of its coupons within their budgets, what it wrote off, and differences that
 * it bears. Also finds members who have deleted their account and are in debt.
 */
export const findUnfunded = (connection: Connection) =>
  found(
    connection,
    sql`
      with costs as (
        select coupons.id, coupons.budget_paise, coalesce(sum(orders.discount_paise), 0) as cost_paise
        from coupons
          join payments on payments.coupon_id = coupons.id and payments.status = 'captured'
          join orders on orders.payment_id = payments.id and orders.discount_by = 'platform'
            and orders.status in ('completed', 'refund_requested')
        group by coupons.id
      ), funds as (
        select (select coalesce(sum(coalesce(received_paise, amount_paise) - given_up_paise), 0) from payments where status = 'captured')
          + (select coalesce(sum(case cause when 'paid_twice' then 0 else -amount_paise end), 0) from refunds)
          - (select coalesce(sum(amount_paise), 0) from payouts where status = 'paid')
          + (select coalesce(sum(amount_paise), 0) from debt_repayments)
          + (select coalesce(sum(least(cost_paise, coalesce(budget_paise, cost_paise))), 0) from costs)
          + (select coalesce(-sum(amount_paise), 0) from ledger_entries
            where account in ('losses:closed_accounts', 'platform:differences')) as paise
      ), held as (
        select coalesce(sum(amount_paise), 0) as paise from ledger_entries
        where account like 'member:%' or account like 'withheld:%'
          or account in ('platform:fees', 'payouts:due', 'disputes:held')
      )
      select 'total' as id from funds, held where held.paise > funds.paise
      union
      select 'member ' || members.id from members
        join ledger_entries on account in ('member:' || members.id, 'member:' || members.id || ':commission')
          and kind not in ('dispute_hold', 'dispute_release')
        where erased_at is not null group by members.id having sum(amount_paise) < 0`,
  )

/** The entries of a payout, account by account, in paise. */
export const entriesOfPayout = (connection: Connection, payoutId: string) =>
  connection
    .selectFrom('ledgerEntries')
    .innerJoin('ledgerTransactions', 'ledgerTransactions.id', 'transactionId')
    .select(['account', 'amountPaise'])
    .where('payoutId', '=', payoutId)
    .where('ledgerTransactions.kind', '=', 'payout')
    .execute()

/**
 * Finds payouts whose postings do not match their state: debited from the member's accounts on approval, disbursed when
 * paid, and credited back to the same accounts when returned, declined or cancelled after approval. Also finds payout
 * postings without a payout.
 */
export const findMispaid = (connection: Connection) =>
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
          where approved_at is not null and status in ('returned', 'declined', 'cancelled')
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
