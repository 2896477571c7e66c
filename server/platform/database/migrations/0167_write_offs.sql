-- write_off: what a refund took from a member who has deleted the account, beyond what they had left; the platform bears it.
do $$ begin
  execute (
    select format(
      'alter table ledger_transactions drop constraint ledger_transactions_kind_check, add constraint ledger_transactions_kind_check check (%s or kind in (''write_off''))',
      pg_get_expr(conbin, conrelid))
    from pg_constraint where conname = 'ledger_transactions_kind_check' and conrelid = 'ledger_transactions'::regclass);
end $$;
-- ledger_transactions_order serves what this was made for.
drop index ledger_transactions_disputed_order;
