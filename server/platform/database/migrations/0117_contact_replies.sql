-- What staff answered to a message, each mailed once.
create table contact_replies (
  -- Chosen by whoever sends it, so that a reply that is sent again is the same one.
  id uuid primary key,
  message_id uuid not null references contact_messages on delete cascade,
  staff_id uuid not null references staff,
  text text not null,
  sent_at timestamptz not null default now()
);
create index contact_replies_message on contact_replies (message_id, sent_at);
