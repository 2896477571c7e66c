-- What staff take off sale ends the checkouts of it in the same transaction, whoever takes it off. A payment that is locked
-- is passed over, because whoever settles it waits for the project: settle/deliver.ts does not deliver it then.
create or replace function cancel_checkouts_of(project uuid, since timestamptz) returns void language plpgsql as $$
declare
  open uuid[];
begin
  select array_agg(id) into open from (
    select id from payments
    where status in ('created', 'failed') and id in (
        select payment_id from orders where project_id = project and orders.created_at >= since)
    for no key update skip locked
  ) unpaid;
  update payments set status = 'cancelled' where id = any (open);
  update orders set status = 'cancelled' where payment_id = any (open) and status in ('pending', 'failed');
end $$;
create or replace function cancel_checkouts() returns trigger language plpgsql as $$
begin
  perform cancel_checkouts_of(new.id, '-infinity');
  return null;
end $$;
create or replace trigger projects_cancel_checkouts after update of taken_off_at on projects
  for each row execute function cancel_checkouts();
