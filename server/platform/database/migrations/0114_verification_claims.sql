-- Who of the staff is looking at a project that waits for verification, and until when nobody else decides on it.
create table verification_claims (
  project_id uuid primary key references projects on delete cascade,
  staff_id uuid not null references staff,
  claimed_at timestamptz not null default now(),
  expires_at timestamptz not null
);
