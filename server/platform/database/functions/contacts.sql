create or replace function note_first_reply() returns trigger language plpgsql as $$
begin
  new.replied_at = coalesce(old.replied_at, now());
  return new;
end $$;
create or replace trigger contact_messages_replied before update of status on contact_messages
  for each row when (new.status = 'replied') execute function note_first_reply();
-- Messages and complaints that somebody sent without an account stay theirs when their email changes.
create or replace function keep_messages() returns trigger language plpgsql as $$
begin
  update contact_messages set member_id = old.id where member_id is null and email = old.email;
  return null;
end $$;
create or replace trigger members_keep_messages after update of email on members
  for each row when (new.email <> old.email) execute function keep_messages();
create or replace function keep_complaints() returns trigger language plpgsql as $$
begin
  update complaints set complainant_email = new.email where complainant_email = old.email;
  return null;
end $$;
create or replace trigger members_keep_complaints after update of email on members
  for each row when (new.email <> old.email) execute function keep_complaints();
