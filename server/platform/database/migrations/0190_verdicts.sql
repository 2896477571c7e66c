-- A note of staff for themselves, why they approved all the same, and which decision the entry took back.
alter table verifications
  add staff_note text,
  add override text,
  add undoes uuid references verifications on delete cascade;
create index verifications_undoes on verifications (undoes) where undoes is not null;

-- Decisions that can still be taken back, whose emails wait until then; `before` is what the decision changed.
create table open_verdicts (
  verification_id uuid primary key references verifications on delete cascade,
  project_id uuid not null references projects on delete cascade,
  staff_id uuid not null references staff,
  decided_at timestamptz not null default clock_timestamp(),
  before jsonb not null
);
create index open_verdicts_project on open_verdicts (project_id);

-- Projects that a staff member put off: they come after all others for that person.
create table verification_skips (
  project_id uuid not null references projects on delete cascade,
  staff_id uuid not null references staff,
  skipped_at timestamptz not null default now(),
  primary key (project_id, staff_id)
);

-- The largest share of the code, from 0 to 1, that is in a listing of another owner; null until it is compared.
alter table similarity_sources
  add copied_share real check (copied_share between 0 and 1),
  add copied_from uuid references projects on delete set null;
create index similarity_sources_copied_from on similarity_sources (copied_from) where copied_from is not null;

-- Owners change the licence with another verification too. What it was at earlier approvals is not known where null.
alter table approved_editions add licence text;
update approved_editions set licence = projects.licence
  from projects where projects.id = project_id and verification_status = 'approved';
