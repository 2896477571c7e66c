import { sql } from 'kysely'

import { ledgerFaults } from '#server/money/ledger/service.ts'
import type { Database } from '#server/platform/database/connection.ts'

/**
 * What must hold of all money after any fault, checked in SQL against the gateway's own books. Answers what does not hold,
 * by invariant: nothing in each of them when all is well.
 */
export async function brokenInvariants(db: Database) {
  const found = async (query: ReturnType<typeof sql<{ id: string }>>) =>
    (await query.execute(db)).rows.map(({ id }) => id)
  const faults = Object.entries(await ledgerFaults(db)).flatMap(([kind, ids]) =>
    ids.map((id) => `${kind}: ${id}`),
  )
  return {
    ledger: faults,
    /** Nothing is delivered that the gateway has not captured with the whole amount. */
    deliveredUnpaid: await found(sql<{ id: string }>`
      select orders.number as id from orders join payments on payments.id = orders.payment_id
      where orders.status in ('completed', 'refund_requested', 'refunded') and payments.amount_paise > 0 and not exists (
        select from sandbox_orders at_gateway where at_gateway.id = payments.gateway_order_id
          and at_gateway.status = 'paid' and at_gateway.payment_id = payments.gateway_payment_id
          and at_gateway.amount_paise = payments.amount_paise)`),
    /** Whatever the gateway captured is delivered, or on its way back. */
    paidUndelivered: await found(sql<{ id: string }>`
      select at_gateway.id from sandbox_orders at_gateway where at_gateway.status = 'paid' and not exists (
        select from payments where payments.gateway_order_id = at_gateway.id and payments.status = 'captured'
          and not exists (select from orders where orders.payment_id = payments.id
            and orders.status not in ('completed', 'refund_requested', 'refunded')
            and not exists (select from refunds where refunds.order_id = orders.id)))`),
    /** A payment has one order at the gateway, and a member owns a thing once. */
    doubled: await found(sql<{ id: string }>`
      select member_id || ' ' || project_id as id from orders where status in ('completed', 'refund_requested')
        group by member_id, project_id, kind having count(*) > 1
      union all
      select description || ' at the gateway' from sandbox_orders where status = 'paid'
        and not exists (select from payments where gateway_order_id = sandbox_orders.id)`),
    /** Commission stands for settled sales of referred buyers alone: as much as their postings say, and nothing of what was refunded. */
    commissions: await found(sql<{ id: string }>`
      select coalesce(expected.account, posted.account) as id from (
        select 'member:' || referrer_id || ':commission' as account, sum((amount_paise + case discount_by when 'platform' then discount_paise else 0 end)::bigint * commission_rate / 10000) as paise
        from orders where referrer_id is not null and status in ('completed', 'refund_requested')
          and not exists (select from disputed_orders where order_id = orders.id and outcome is null) group by 1
      ) expected full join (
        select account, sum(amount_paise) as paise from ledger_entries join ledger_transactions posting on posting.id = transaction_id
        where account like '%:commission' and posting.payout_id is null group by 1
      ) posted using (account) where coalesce(expected.paise, 0) <> coalesce(posted.paise, 0)`),
    /** Money is returned at most as much as was paid, and as much as is booked as returned. */
    returned: await found(sql<{ id: string }>`
      select payments.id::text from payments where
        (select coalesce(sum(back.amount_paise), 0) from sandbox_refunds back where back.payment_id = payments.gateway_payment_id) >
          payments.amount_paise
        or (select coalesce(sum(refunds.amount_paise), 0) from refunds where refunds.payment_id = payments.id
            and status = 'returned' and dispute_id is null) <>
          (select coalesce(sum(back.amount_paise), 0) from sandbox_refunds back where back.payment_id in
            (select gateway_payment_id from refunds where refunds.payment_id = payments.id))`),
    /** No payment that the gateway has captured waits longer than five minutes. */
    stuck: await found(sql<{ id: string }>`
      select payments.id::text from payments join sandbox_orders at_gateway on at_gateway.id = payments.gateway_order_id
      where at_gateway.status = 'paid' and payments.status <> 'captured' and payments.created_at < now() - interval '5 minutes'`),
  }
}

/** What brokenInvariants answers when all is well. */
export const unbroken = {
  ledger: [],
  deliveredUnpaid: [],
  paidUndelivered: [],
  doubled: [],
  commissions: [],
  returned: [],
  stuck: [],
}

/** How many of so many a fault test does: a fiftieth in the suite, all of them with FAULTS=1. */
export const many = (all: number): number => Math.max(1, Math.ceil(all * Number(process.env.FAULTS ?? 0.02)))
