-- A message belongs to the member who has its email when it is sent, whatever their email is later.
alter table contact_messages add column member_id uuid references members;
update contact_messages set member_id = members.id from members where members.email = contact_messages.email;
create index contact_messages_member on contact_messages (member_id) where member_id is not null;
