-- What a member recognises a session by: the device in words, and the network it was last used from, shortened.
alter table sessions add device text not null default '', add network text not null default '',
  add last_used_at timestamptz not null default now();
update sessions set last_used_at = created_at;

-- What a member has asked for and confirms by emailed codes, one of each purpose at a time.
create table confirmations (
  member_id uuid not null references members on delete cascade,
  purpose text not null check (purpose in ('change email', 'delete account')),
  -- The new address, of a change of email.
  email text,
  code_hash text not null,
  -- Of the code that went to the new address.
  email_code_hash text,
  tries smallint not null default 0,
  sent_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (member_id, purpose),
  check ((email is null) = (email_code_hash is null))
);
create index confirmations_over on confirmations (expires_at);
