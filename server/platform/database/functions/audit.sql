create or replace function audit_is_final() returns trigger language plpgsql as $$
begin
  raise exception 'The audit log is only ever added to';
end $$;
create or replace trigger staff_actions_final before update or delete or truncate on staff_actions
  for each statement execute function audit_is_final();
