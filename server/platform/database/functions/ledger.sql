create or replace function ledger_is_final() returns trigger language plpgsql as $$
begin
  raise exception 'Ledger rows are never changed; post a new transaction';
end $$;
create or replace trigger ledger_transactions_final before update or delete or truncate on ledger_transactions
  for each statement execute function ledger_is_final();
create or replace trigger ledger_entries_final before update or delete or truncate on ledger_entries
  for each statement execute function ledger_is_final();

create or replace function ledger_balances() returns trigger language plpgsql as $$
begin
  if (select sum(amount_paise) from ledger_entries where transaction_id = new.transaction_id) <> 0 then
    raise exception 'Ledger transaction % does not sum to zero', new.transaction_id;
  end if;
  return null;
end $$;
drop trigger if exists ledger_entries_balance on ledger_entries;
create constraint trigger ledger_entries_balance after insert on ledger_entries
  deferrable initially deferred for each row execute function ledger_balances();

create or replace function ledger_entry_facts() returns trigger language plpgsql as $$
begin
  select kind, happened_at into strict new.kind, new.happened_at from ledger_transactions where id = new.transaction_id;
  return new;
end $$;
create or replace trigger ledger_entries_facts before insert on ledger_entries
  for each row execute function ledger_entry_facts();
