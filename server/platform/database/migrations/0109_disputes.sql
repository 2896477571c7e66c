-- What a payer's bank disputes. It may be known before the payment that it is about is: then nothing is frozen yet.
create table disputes (
  id uuid primary key,
  gateway text not null,
  gateway_dispute_id text not null,
  gateway_payment_id text not null,
  amount_paise integer not null check (amount_paise > 0),
  -- What the bank took, once it is lost.
  deducted_paise integer not null default 0,
  reason text not null,
  phase text not null,
  status text not null check (status in ('open', 'under_review', 'action_required', 'won', 'lost', 'closed')),
  -- When the gateway said this; what it said before changes nothing.
  said_at timestamptz not null,
  opened_at timestamptz not null,
  respond_by timestamptz,
  -- When all that follows from its end was done.
  settled_at timestamptz,
  unique (gateway, gateway_dispute_id)
);
create index disputes_open on disputes (respond_by) where settled_at is null;
create index disputes_payment on disputes (gateway_payment_id);

-- The orders whose credit a dispute freezes. One that ended so: 'refunded' when its sale was taken back, 'released' otherwise.
create table disputed_orders (
  dispute_id uuid not null references disputes,
  order_id uuid not null references orders,
  outcome text check (outcome in ('released', 'refunded')),
  primary key (dispute_id, order_id)
);
-- No credit is frozen twice.
create unique index disputed_orders_frozen on disputed_orders (order_id) where outcome is null;

alter table refunds
  drop constraint refunds_cause_check,
  add constraint refunds_cause_check check (cause in ('requested', 'owned_already', 'paid_twice', 'disputed')),
  -- Who returned it: the gateway when we asked it, or a bank that took it from us in this dispute.
  add column dispute_id uuid references disputes;

-- dispute_hold, dispute_release: an order's credit is frozen, and free again. dispute_loss: what a bank took and nobody gives back.
alter table ledger_transactions add column dispute_id uuid references disputes;
do $$ begin
  execute (
    select format(
      'alter table ledger_transactions drop constraint ledger_transactions_kind_check, add constraint ledger_transactions_kind_check check (%s or kind in (''dispute_hold'', ''dispute_release'', ''dispute_loss''))',
      pg_get_expr(conbin, conrelid))
    from pg_constraint where conname = 'ledger_transactions_kind_check' and conrelid = 'ledger_transactions'::regclass);
end $$;
-- An order may be disputed more than once; everything else is posted about it once.
alter table ledger_transactions drop constraint ledger_transactions_order_id_kind_key;
create unique index ledger_transactions_of_order on ledger_transactions (order_id, kind) where dispute_id is null;
create unique index ledger_transactions_of_dispute on ledger_transactions (dispute_id, order_id, kind) nulls not distinct where dispute_id is not null;
alter table ledger_transactions add check ((dispute_id is not null) = (kind in ('dispute_hold', 'dispute_release', 'dispute_loss')));
