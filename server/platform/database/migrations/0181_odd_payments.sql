-- Money that came or went otherwise than we asked for: another amount, or returned on the gateway's own pages.
alter table payments
  drop constraint payments_status_check,
  -- held: captured, but not as it was asked for; staff decide whether it is delivered.
  add constraint payments_status_check check (status in ('created', 'captured', 'failed', 'cancelled', 'held')),
  -- What the gateway captured, when that is another amount than was asked for.
  add column received_paise integer check (received_paise > 0),
  -- What was returned on the gateway's own pages without an order being taken back for it.
  add column given_up_paise integer not null default 0 check (given_up_paise >= 0),
  -- Since when staff have to decide: about a held payment, or about one of which the gateway returned a part.
  add column held_at timestamptz,
  -- What the gateway said of its own order then.
  add column gateway_paid_paise integer,
  add column gateway_due_paise integer;
create index payments_held on payments (held_at) where held_at is not null;

-- Refunds that somebody made on the gateway's own pages. One may be told before its payment is.
create table gateway_refunds (
  gateway text not null,
  gateway_refund_id text not null,
  gateway_payment_id text not null,
  amount_paise integer not null check (amount_paise > 0),
  status text not null check (status in ('pending', 'processed', 'failed')),
  -- Null until it is posted.
  payment_id uuid references payments,
  told_at timestamptz not null default now(),
  primary key (gateway, gateway_refund_id)
);
create index gateway_refunds_captured on gateway_refunds (gateway, gateway_payment_id);
create index gateway_refunds_payment on gateway_refunds (payment_id);

alter table refunds
  -- The part that was returned on the gateway's own pages, so that we do not ask for it.
  add column covered_paise integer not null default 0,
  add constraint refunds_covered_check check (covered_paise between 0 and amount_paise),
  drop constraint refunds_cause_check,
  add constraint refunds_cause_check check (cause in ('requested', 'owned_already', 'paid_twice', 'disputed', 'account_closed',
    'coupon_ended', 'undeliverable', 'returned_at_gateway', 'other_amount'));

-- hold, release: captured money that waits for staff. gateway_refund: returned on the gateway's own pages. cover: the part of
-- that which a refund was due for. difference: what came too much or too little. refund_difference: what cannot be returned,
-- because less came.
alter table ledger_transactions add column payment_id uuid references payments;
create index ledger_transactions_payment on ledger_transactions (payment_id) where payment_id is not null;
do $$ begin
  execute (
    select format(
      'alter table ledger_transactions drop constraint ledger_transactions_kind_check, add constraint ledger_transactions_kind_check check (%s or kind in (''hold'', ''release'', ''gateway_refund'', ''cover'', ''difference'', ''refund_difference''))',
      pg_get_expr(conbin, conrelid))
    from pg_constraint where conname = 'ledger_transactions_kind_check' and conrelid = 'ledger_transactions'::regclass);
end $$;

-- The sandbox gateway's own books: what was paid, when that is another amount, and refunds that we did not ask for.
alter table sandbox_orders add column paid_paise integer check (paid_paise > 0);
alter table sandbox_refunds alter column idempotency_key drop not null;
