-- The machines that start projects in sandboxes. Each has a token, of which a keyed hash is kept.
create table runners (
  id uuid primary key,
  name text not null,
  token_hash text not null unique,
  added_at timestamptz not null default now(),
  seen_at timestamptz,
  machine jsonb -- What it said of itself last: the versions of PHP, MariaDB and its browser, and what it lacks.
);

-- A run of a release: asked for, then held by a runner, then the record of what was seen. Queue and record are one row, so
-- that none is lost between them.
create table run_records (
  id uuid primary key,
  project_id uuid not null references projects on delete cascade,
  release_id uuid not null references releases on delete cascade,
  owner_id uuid not null references members, -- As the project has it: owners are served in turn.
  cause text not null check (cause in ('upload', 'sign_ins', 'owner', 'staff', 'night')),
  start_at text, -- The page that is opened first, as somebody chose it.
  asked_at timestamptz not null default clock_timestamp(),
  status text not null default 'waiting' check (status in ('waiting', 'running', 'ended')),
  kind text check (kind in ('php-mysql', 'php', 'static', 'sql')), -- Null where none is started.
  -- Of a run that is held. Each attempt has a lease of its own, by which alone its runner names it.
  runner_id uuid references runners on delete set null,
  lease uuid unique,
  leased_until timestamptz,
  claimed_at timestamptz,
  attempts smallint not null default 0,
  received_bytes bigint not null default 0,
  -- Of one that ended. A machine that failed says nothing of the project.
  outcome text check (outcome in ('ran', 'failed', 'not_tried')),
  reason text not null default '',
  machine_failed boolean not null default false,
  rules smallint, -- The version of our rules.
  seen jsonb, -- What the runner said of it besides the pages. No password is in it.
  ended_at timestamptz,
  owner_note text,
  -- Since when everybody may see it, and the pages behind a sign-in; null while staff have not, and where they hid it.
  shown_at timestamptz,
  behind_shown_at timestamptz,
  decided_at timestamptz, -- Staff have looked at it.
  mailed_at timestamptz, -- The owner was told that it failed.
  check ((status = 'ended') = (outcome is not null)),
  check ((status = 'ended') = (ended_at is not null)),
  check (status <> 'running' or (lease is not null and leased_until is not null)),
  check (shown_at is null or status = 'ended')
);
create unique index run_records_waiting on run_records (release_id) where status = 'waiting';
create index run_records_open on run_records (asked_at) where status <> 'ended';
create index run_records_release on run_records (release_id, ended_at desc);
create index run_records_project on run_records (project_id, asked_at desc);
create index run_records_owner on run_records (owner_id, claimed_at desc);
-- Those that may wait for staff.
create index run_records_undecided on run_records (ended_at)
  where status = 'ended' and decided_at is null and (shown_at is null or behind_shown_at is null);
create index run_records_runner on run_records (runner_id, claimed_at);

-- The pages that were seen in a run, in their order; of their pictures what is stored.
create table run_pages (
  run_id uuid not null references run_records on delete cascade,
  position smallint not null,
  seen jsonb not null,
  picture uuid unique,
  bytes integer not null default 0,
  primary key (run_id, position)
);

-- When a record that is shown of the release on sale says that it ran; null otherwise.
alter table projects add column ran_at timestamptz;
create index projects_ran on projects (ran_at) where ran_at is not null;

-- Projects as their owners and staff see them: the record with the change that waits laid over it. A column that projects
-- gets later is added here too.
create or replace view edited_projects as
select projects.id, owner_id, repository, price_paise_of.*, technologies, tags, difficulty,
  case when waiting.id is null then projects.title else waiting.title end as title,
  case when waiting.id is null then projects.description else waiting.description end as description,
  case when waiting.id is null then projects.category else waiting.category end as category,
  case when waiting.id is null then projects.features else waiting.features end as features,
  case when waiting.id is null then projects.requirements else waiting.requirements end as requirements,
  case when waiting.id is null then projects.demo_url else waiting.demo_url end as demo_url,
  case when waiting.id is null then projects.github_url else waiting.github_url end as github_url,
  case when waiting.id is null then projects.licence else waiting.licence end as licence,
  case when waiting.id is null then projects.release_id else waiting.release_id end as release_id,
  case when waiting.id is null then projects.report_key else waiting.report_key end as report_key,
  case when waiting.id is null then projects.report_name else waiting.report_name end as report_name,
  case when waiting.id is null then projects.languages else waiting.languages end as languages,
  case when waiting.id is null then projects.file_tree else waiting.file_tree end as file_tree,
  case when waiting.id is null and verification_status = 'approved' then verified_at end as verified_at,
  greatest(projects.updated_at, waiting.updated_at) as updated_at,
  allows_customization, includes_installation_support, is_active, is_featured, featured_place, verification_status,
  verification_notes, unsent_since, was_reminded, rating_sum, rating_count, sales_count, download_count, run_count, ran_count,
  free_run_count, free_ran_count, deleted_at, projects.created_at, archived_at, taken_off_at, idempotency_key, request_hash,
  edition, waiting.id is not null as has_changes, coalesce(waiting.keeps_sale, false) as keeps_sale,
  projects.release_id as record_release_id, projects.report_key as record_report_key,
  case when waiting.id is null then projects.demo_sign_ins else waiting.demo_sign_ins end as demo_sign_ins,
  case when waiting.id is null then projects.code_questions else waiting.code_questions end as code_questions,
  demo_sign_ins_public, allows_seats, ran_at
from projects
  left join editions waiting on waiting.project_id = projects.id and waiting.number is null
  cross join lateral (
    select projects.price_paise,
      case when waiting.id is null then projects.report_price_paise
        when waiting.report_key is null then null
        else coalesce(projects.report_price_paise, waiting.report_price_paise, 0) end as report_price_paise,
      case when waiting.id is null then projects.bundle_price_paise
        when waiting.report_key is null then null
        when projects.report_key is null then waiting.bundle_price_paise
        else projects.bundle_price_paise end as bundle_price_paise
  ) price_paise_of;
