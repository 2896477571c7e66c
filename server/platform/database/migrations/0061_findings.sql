-- What was found in the files of a release, and by which version of the rules.
create table release_checks (
  release_id uuid primary key references releases on delete cascade,
  version smallint not null,
  -- failed: it took too long or too much memory.
  state text not null check (state in ('checked', 'failed')),
  -- As the check answered it; null when it failed. No secret stands in it in full.
  result jsonb,
  checked_at timestamptz not null default now()
);

-- Why what a rule found in a file of a project is no fault, in the words of its owner. Holds for later releases.
create table finding_waivers (
  project_id uuid not null references projects on delete cascade,
  rule text not null,
  file text not null,
  reason text not null,
  -- The owner's name, as it was then.
  waived_by text not null,
  waived_at timestamptz not null default now(),
  primary key (project_id, rule, file)
);

-- The switches of those rules that staff have set; a rule without a row has its own defaults.
create table finding_rules (
  rule text primary key,
  shown boolean not null,
  required boolean not null,
  check (shown or not required)
);
