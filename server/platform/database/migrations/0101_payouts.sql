-- What members are paid out of what they earned.
create table payouts (
  id uuid primary key,
  -- What people call it by: P-000123.
  number bigint generated always as identity unique,
  member_id uuid not null references members,
  amount_paise bigint not null check (amount_paise > 0),
  method text not null check (method in ('upi', 'bank')),
  -- Encrypted; null once it is erased. Masked it stands beside.
  destination text,
  masked text not null,
  status text not null default 'requested'
    check (status in ('requested', 'approved', 'on_hold', 'paid', 'declined', 'cancelled')),
  -- How it is sent, which names the clearing account of the ledger.
  disbursement text not null default 'manual',
  note text,
  reference text,
  requested_at timestamptz not null default now(),
  -- When it was taken off the member's balance, if it was.
  approved_at timestamptz,
  exported_at timestamptz,
  ended_at timestamptz,
  unique (disbursement, reference),
  check ((reference is not null) = (status = 'paid')),
  check ((ended_at is not null) = (status in ('paid', 'declined', 'cancelled'))),
  check (approved_at is not null or status not in ('approved', 'paid'))
);
create index payouts_member on payouts (member_id, requested_at desc);
create index payouts_open on payouts (status, requested_at) where ended_at is null;
create index payouts_ended on payouts (status, ended_at desc) where ended_at is not null;

-- payout: taken off the balance. disbursement: the bank has sent it. payout_reversal: back on the balance.
alter table ledger_transactions add column payout_id uuid references payouts, add unique (payout_id, kind);
-- Whatever kinds there are by now stay.
do $$ begin
  execute (
    select format(
      'alter table ledger_transactions drop constraint ledger_transactions_kind_check, add constraint ledger_transactions_kind_check check (%s or kind in (''disbursement'', ''payout_reversal''))',
      pg_get_expr(conbin, conrelid))
    from pg_constraint where conname = 'ledger_transactions_kind_check' and conrelid = 'ledger_transactions'::regclass);
end $$;

-- The sales that a member earned commission by.
create index orders_referrer on orders (referrer_id, completed_at) where referrer_id is not null;

-- What staff did to one thing.
create index if not exists staff_actions_target on staff_actions (target, happened_at);
