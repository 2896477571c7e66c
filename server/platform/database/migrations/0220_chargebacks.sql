-- What a bank took in a dispute is posted as what was returned on the gateway's own pages is, and waits for the same decisions.
alter table disputes
  -- The payment of ours that it was posted about; null until something was taken and posted, and for what was posted in another way before.
  add column payment_id uuid references payments;

-- What went back of a capture, by banks and on the gateway's own pages, beyond what came of it: nobody could prevent it.
create table capture_excess (
  gateway text not null,
  gateway_payment_id text not null,
  paise integer not null check (paise >= 0),
  -- Null for what was found by this migration: it was posted as a loss of the dispute.
  payment_id uuid references payments,
  unique nulls not distinct (gateway, gateway_payment_id, payment_id)
);
create index capture_excess_payment on capture_excess (payment_id);

-- chargeback: taken by a bank, and not decided. excess: the part of what went back that nothing which came answers for.
do $$ begin
  execute (
    select format(
      'alter table ledger_transactions drop constraint ledger_transactions_kind_check, add constraint ledger_transactions_kind_check check (%s or kind in (''chargeback'', ''excess''))',
      pg_get_expr(conbin, conrelid))
    from pg_constraint where conname = 'ledger_transactions_kind_check' and conrelid = 'ledger_transactions'::regclass);
end $$;

-- Of the disputes before: a bank may have taken what we had returned already. What we returned after a bank took it is a fault.
insert into capture_excess (gateway, gateway_payment_id, paise)
select gateway, gateway_payment_id, taken.paise + sent.paise + pages.paise - came.paise from (
    select gateway, gateway_payment_id, sum(deducted_paise) as paise, max(settled_at) as last_at from disputes
    where settled_at is not null group by 1, 2 having sum(deducted_paise) > 0
  ) taken
  join lateral (
    select coalesce(received_paise, amount_paise) as paise from payments
      where payments.gateway = taken.gateway and payments.gateway_payment_id = taken.gateway_payment_id and status in ('captured', 'held')
    union all
    select amount_paise from refunds
      where refunds.gateway = taken.gateway and refunds.gateway_payment_id = taken.gateway_payment_id and cause = 'paid_twice'
  ) came on true,
  lateral (select coalesce(sum(amount_paise - covered_paise), 0) as paise from refunds
    where refunds.gateway = taken.gateway and refunds.gateway_payment_id = taken.gateway_payment_id and dispute_id is null
      and created_at <= last_at) sent,
  lateral (select coalesce(sum(amount_paise), 0) as paise from gateway_refunds back
    where back.gateway = taken.gateway and back.gateway_payment_id = taken.gateway_payment_id and back.payment_id is not null) pages
where taken.paise + sent.paise + pages.paise > came.paise;
