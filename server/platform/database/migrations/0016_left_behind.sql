-- What members had begun in a browser when they signed out, such as their cart and drafts, for their next sign-in.
create table left_behind (
  id uuid primary key default gen_random_uuid(),
  member_id uuid not null references members on delete cascade,
  entries text not null, -- The browser's own entries as JSON, which nothing here reads.
  left_at timestamptz not null default now()
);
create index left_behind_member on left_behind (member_id, left_at);
