-- One code for each email and network instead of one for each email, so that a stranger's code does not end the
-- owner's; and one-time links, which sign in when codes or passwords are being guessed.
alter table one_time_codes add column network_hash text not null default '';
alter table one_time_codes alter column network_hash drop default;
-- Whether somebody has signed in with a mail to this email since the code was sent.
alter table one_time_codes add column is_answered boolean not null default false;
alter table one_time_codes drop constraint one_time_codes_pkey, add primary key (email, network_hash);

create table one_time_links (
  token_hash text primary key,
  -- 'member' of an email, or 'staff' of a staff member's id.
  audience text not null,
  subject text not null,
  expires_at timestamptz not null
);
create index one_time_links_subject on one_time_links (audience, subject);
