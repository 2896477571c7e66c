-- When the gateway, asked by us, named this payment as captured with this amount: it is not only what a webhook said.
alter table payments add column reconciled_at timestamptz;
create index payments_unreconciled on payments (captured_at) where status = 'captured' and reconciled_at is null;
create index payments_captured on payments (captured_at) where status = 'captured';

-- What the newest check of the ledger found, for staff. One row.
create table ledger_checks (
  id integer primary key check (id = 1),
  checked_at timestamptz not null,
  faults jsonb not null
);
