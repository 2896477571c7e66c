-- What the buyer was promised about money back when they ordered; null for what costs nothing.
alter table orders add column refund_days smallint, add column refund_policy text;
update orders set refund_days = 7, refund_policy = 'You can ask for your money back within 7 days after you paid, if the project is not as described. Our staff read every request and decide.'
  where amount_paise > 0;

-- Money on its way back to who paid it, through the gateway that took it.
create table refunds (
  id uuid primary key,
  payment_id uuid not null references payments,
  -- Null when a whole payment was captured a second time.
  order_id uuid unique references orders,
  cause text not null check (cause in ('requested', 'owned_already', 'paid_twice')),
  gateway text not null,
  gateway_payment_id text not null,
  amount_paise integer not null check (amount_paise > 0),
  -- sent: the gateway has taken the order to return it.
  status text not null default 'due' check (status in ('due', 'sent', 'returned')),
  -- Counts the refunds that the gateway began and ended without returning the money: the next one has another key.
  round smallint not null default 1,
  -- How often the gateway was asked in this round; until next_ask_at nobody else asks.
  asked integer not null default 0,
  next_ask_at timestamptz not null default now(),
  gateway_refund_id text unique,
  last_failure text,
  created_at timestamptz not null default now(),
  returned_at timestamptz,
  check ((order_id is null) = (cause = 'paid_twice')),
  check ((returned_at is null) = (status <> 'returned'))
);
create unique index refunds_paid_twice on refunds (gateway, gateway_payment_id) where cause = 'paid_twice';
create index refunds_open on refunds (next_ask_at) where status <> 'returned';
create index refunds_payment on refunds (payment_id);

-- duplicate: a payment that was captured a second time. repayment: money that the gateway has returned.
alter table ledger_transactions
  add column refund_id uuid references refunds,
  drop constraint ledger_transactions_kind_check,
  add constraint ledger_transactions_kind_check
    check (kind in ('sale', 'overpayment', 'duplicate', 'refund', 'repayment', 'payout')),
  add unique (refund_id, kind);

-- What was captured for things that their buyers owned already is returned from now on.
insert into refunds (id, payment_id, order_id, cause, gateway, gateway_payment_id, amount_paise)
select gen_random_uuid(), payments.id, orders.id, 'owned_already', payments.gateway, payments.gateway_payment_id, orders.amount_paise
from ledger_transactions due
join orders on orders.id = due.order_id
join payments on payments.id = orders.payment_id
where due.kind = 'overpayment';

-- A buyer asks for their money back; the owner answers, staff decide.
create table refund_requests (
  id uuid primary key,
  order_id uuid not null references orders,
  reason text not null,
  requested_at timestamptz not null default now(),
  answer text,
  answered_at timestamptz,
  outcome text check (outcome in ('approved', 'declined', 'withdrawn')),
  -- What staff wrote to the buyer, and the name of who decided.
  note text,
  decided_by text,
  decided_at timestamptz,
  check ((outcome is null) = (decided_at is null))
);
create unique index refund_requests_open on refund_requests (order_id) where outcome is null;
create index refund_requests_order on refund_requests (order_id, requested_at desc);
create index refund_requests_newest on refund_requests (requested_at desc);
create index orders_owner on orders (owner_id);

-- The sandbox gateway's own books: what it has returned.
create table sandbox_refunds (
  id text primary key,
  payment_id text not null,
  amount_paise integer not null check (amount_paise > 0),
  idempotency_key text not null unique,
  created_at timestamptz not null default now()
);
create index sandbox_refunds_payment on sandbox_refunds (payment_id);
