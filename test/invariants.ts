import { sql } from 'kysely'

import { ledgerFaults } from '#server/money/ledger/service.ts'
import type { Database } from '#server/platform/database/connection.ts'

/**
 * Checks in SQL what must hold of all money after any fault, against the gateway's own books. Returns the violations by
 * invariant; every list is empty when all hold.
 */
export async function brokenInvariants(db: Database) {
  const found = async (query: ReturnType<typeof sql<{ id: string }>>) =>
    (await query.execute(db)).rows.map(({ id }) => id)
  const faults = Object.entries(await ledgerFaults(db)).flatMap(([kind, ids]) =>
    ids.map((id) => `${kind}: ${id}`),
  )
  return {
    ledger: faults,
    /** Delivered orders without a capture of the whole amount at the gateway. */
    deliveredUnpaid: await found(sql<{ id: string }>`
      select orders.number as id from orders join payments on payments.id = orders.payment_id
      where orders.status in ('completed', 'refund_requested', 'refunded') and payments.amount_paise > 0 and not exists (
        select from sandbox_orders at_gateway where at_gateway.id = payments.gateway_order_id
          and at_gateway.status = 'paid' and payments.gateway_payment_id in (at_gateway.payment_id, at_gateway.second_payment_id)
          and at_gateway.amount_paise = payments.amount_paise)`),
    /**
     * Captured payments that are neither delivered, nor being refunded, nor held for staff, nor returned as far as they
     * came.
     */
    paidUndelivered: await found(sql<{ id: string }>`
      select at_gateway.id from sandbox_orders at_gateway where at_gateway.status = 'paid' and not exists (
        select from payments where payments.gateway_order_id = at_gateway.id and (payments.status = 'held'
          or payments.status = 'captured' and given_up_paise + (select coalesce(sum(amount_paise), 0) from refunds
            where refunds.payment_id = payments.id and refunds.gateway_payment_id = payments.gateway_payment_id)
            >= least(payments.amount_paise, coalesce(received_paise, payments.amount_paise))
          or payments.status = 'captured' and not exists (select from orders where orders.payment_id = payments.id
            and orders.status not in ('completed', 'refund_requested', 'refunded')
            and not exists (select from refunds where refunds.order_id = orders.id))))`),
    /** Purchases that a member owns twice, and paid orders at the gateway that belong to no payment. */
    doubled: await found(sql<{ id: string }>`
      select member_id || ' ' || project_id as id from orders where status in ('completed', 'refund_requested')
        group by member_id, project_id, kind having count(*) > 1
      union all
      select description || ' at the gateway' from sandbox_orders where status = 'paid'
        and not exists (select from payments where gateway_order_id = sandbox_orders.id)`),
    /** Commissions that differ from those of settled sales to referred buyers, with refunded sales excluded. */
    commissions: await found(sql<{ id: string }>`
      select coalesce(expected.account, posted.account) as id from (
        select 'member:' || referrer_id || ':commission' as account, sum((amount_paise + case discount_by when 'platform' then discount_paise else 0 end)::bigint * commission_rate / 10000) as paise
        from orders where referrer_id is not null and status in ('completed', 'refund_requested')
          and not exists (select from disputed_orders where order_id = orders.id and outcome is null) group by 1
      ) expected full join (
        select account, sum(amount_paise) as paise from ledger_entries join ledger_transactions posting on posting.id = transaction_id
        where account like '%:commission' and posting.payout_id is null and posting.kind <> 'write_off' group by 1
      ) posted using (account) where coalesce(expected.paise, 0) <> coalesce(posted.paise, 0)`),
    /**
     * Captures of which the gateway returned more than was paid, or of which it returned another amount than was
     * posted, or of which it and the banks returned more than was paid and nobody recorded that as lost.
     */
    returned: await found(sql<{ id: string }>`
      select captures.gateway_payment_id as id from (
        select id as payment_id, gateway_payment_id, coalesce(received_paise, amount_paise) as paise from payments
          where status in ('captured', 'held') and gateway_payment_id is not null
        union
        select payment_id, gateway_payment_id, amount_paise from refunds where cause = 'paid_twice'
      ) captures,
        lateral (select coalesce(sum(amount_paise) filter (where idempotency_key is not null), 0) as by_us,
            coalesce(sum(amount_paise) filter (where idempotency_key is null), 0) as by_hand
          from sandbox_refunds back where back.payment_id = captures.gateway_payment_id) at_gateway,
        lateral (select coalesce(sum(amount_paise - covered_paise), 0) as paise from refunds
          where refunds.gateway_payment_id = captures.gateway_payment_id and status = 'returned' and dispute_id is null) ours,
        lateral (select coalesce(sum(amount_paise), 0) as paise from gateway_refunds back
          where back.gateway_payment_id = captures.gateway_payment_id and status = 'processed') told,
        lateral (select coalesce(sum(deducted_paise), 0) as paise from disputes
          where disputes.gateway_payment_id = captures.gateway_payment_id and settled_at is not null) taken,
        lateral (select coalesce(sum(paise), 0) as paise from capture_excess
          where capture_excess.gateway_payment_id = captures.gateway_payment_id) excess
      where by_us + told.paise + taken.paise > captures.paise + excess.paise or excess.paise > taken.paise
        or by_us + by_hand > captures.paise or by_us <> ours.paise or by_hand < told.paise`),
    /** Orders that were begun before staff took their project off sale, and delivered after it. */
    deliveredOffSale: await found(sql<{ id: string }>`
      select number as id from orders join projects on projects.id = project_id
      where orders.created_at < taken_off_at and completed_at > taken_off_at`),
    /** Listings whose sales, ratings or run answers are not those of the orders that count. */
    miscounted: await found(sql<{ id: string }>`
      select projects.id::text as id from published_projects published join projects on projects.id = project_id,
        lateral reputation_of(project_id) counted
      where (projects.sales_count, rating_sum, projects.rating_count, run_count, ran_count, free_run_count, free_ran_count)
          <> (sales, ratings_sum, ratings, runs, ran, free_runs, free_ran)
        or (published.sales_count, published.rating_count) <> (sales, ratings)`),
    /** Captured payments that have waited longer than five minutes. */
    stuck: await found(sql<{ id: string }>`
      select payments.id::text from payments join sandbox_orders at_gateway on at_gateway.id = payments.gateway_order_id
      where at_gateway.status = 'paid' and payments.status not in ('captured', 'held') and payments.created_at < now() - interval '5 minutes'`),
  }
}

/** The result of brokenInvariants when all invariants hold. */
export const noViolations = {
  ledger: [],
  deliveredUnpaid: [],
  paidUndelivered: [],
  doubled: [],
  commissions: [],
  returned: [],
  deliveredOffSale: [],
  miscounted: [],
  stuck: [],
}
