create or replace function note_first_reply() returns trigger language plpgsql as $$
begin
  new.replied_at = coalesce(old.replied_at, now());
  return new;
end $$;
create or replace trigger contact_messages_replied before update of status on contact_messages
  for each row when (new.status = 'replied') execute function note_first_reply();
