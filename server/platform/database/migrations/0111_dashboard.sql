-- What the dashboard counts is read from these alone, not from the rows.
create index projects_counted on projects (category, is_active) include (price_paise) where deleted_at is null;
create index contact_messages_status on contact_messages (status);

-- Whom and what staff look for by a part of it; titles have their index already.
create index members_names on members using gin (lower(name || ' ' || email) gin_trgm_ops);
create index contact_messages_names on contact_messages using gin (lower(name || ' ' || email || ' ' || subject) gin_trgm_ops);

-- Jobs that were tried for the last time. The queue itself forgets them within minutes.
create table given_up_jobs (
  id uuid primary key,
  kind text not null,
  given_up_at timestamptz not null default now()
);
create index given_up_jobs_when on given_up_jobs (given_up_at);
