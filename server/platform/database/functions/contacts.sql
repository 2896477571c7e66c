create or replace function note_first_reply() returns trigger language plpgsql as $$
begin
  new.replied_at = coalesce(old.replied_at, now());
  return new;
end $$;
create or replace trigger contact_messages_replied before update of status on contact_messages
  for each row when (new.status = 'replied') execute function note_first_reply();
-- Formerly what somebody sent without an account became that of the member whose email had been typed into it.
drop trigger if exists members_keep_messages on members;
drop function if exists keep_messages();
drop trigger if exists members_keep_complaints on members;
drop function if exists keep_complaints();
