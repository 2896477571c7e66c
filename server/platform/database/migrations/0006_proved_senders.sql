-- A message is a member's when they were signed in: whose email had been typed into it proved nothing. Until now no
-- sender was asked to prove it.
update contact_messages set member_id = null where member_id is not null;
