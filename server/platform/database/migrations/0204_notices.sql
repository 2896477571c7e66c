-- Mails to all members. Who joined before it gets one; a job goes through them by their id.
create table notices (
  id uuid primary key,
  kind text not null check (kind in ('terms', 'rules', 'breach', 'other')),
  subject text not null,
  text text not null,
  created_by text not null,
  created_at timestamptz not null default now(),
  -- The last member whose mail is queued, and how many are.
  sent_to uuid,
  sent integer not null default 0,
  stopped_at timestamptz,
  ended_at timestamptz
);
create index notices_open on notices (created_at) where ended_at is null and stopped_at is null;
