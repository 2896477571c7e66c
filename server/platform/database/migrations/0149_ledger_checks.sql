-- The newest check of the ledger that did not end, and why, beside what the newest that did end found.
alter table ledger_checks
  alter column checked_at drop not null,
  alter column faults set default '{}',
  add column failed_at timestamptz,
  add column failure text;
