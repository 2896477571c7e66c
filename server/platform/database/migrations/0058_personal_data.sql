-- The newest download of everything a member has given us, one at a time.
create table data_exports (
  id uuid primary key,
  member_id uuid not null unique references members on delete cascade,
  asked_at timestamptz not null default now(),
  -- Where the ZIP is, from when it is ready.
  ready_at timestamptz,
  key text unique,
  size bigint,
  sha256 text,
  check (num_nulls(ready_at, key, size, sha256) in (0, 4))
);
create index data_exports_ready on data_exports (ready_at);
