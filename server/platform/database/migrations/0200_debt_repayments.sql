-- What members gave back of a balance below zero, as a super admin booked it from the shop's own bank account.
create table debt_repayments (
  id uuid primary key,
  member_id uuid not null references members,
  amount_paise bigint not null check (amount_paise > 0),
  reference text not null unique,
  booked_at timestamptz not null default now()
);
create index debt_repayments_member on debt_repayments (member_id);

alter table ledger_transactions add column debt_repayment_id uuid unique references debt_repayments;
do $$ begin
  execute (
    select format(
      'alter table ledger_transactions drop constraint ledger_transactions_kind_check, add constraint ledger_transactions_kind_check check (%s or kind in (''debt_repayment''))',
      pg_get_expr(conbin, conrelid))
    from pg_constraint where conname = 'ledger_transactions_kind_check' and conrelid = 'ledger_transactions'::regclass);
end $$;
alter table ledger_transactions add check ((debt_repayment_id is not null) = (kind = 'debt_repayment'));
