-- What members ask about a project in public, and what its owner answers.
create table questions (
  id uuid primary key,
  project_id uuid not null references projects on delete cascade,
  asker_id uuid not null references members on delete cascade,
  text text not null,
  answer text,
  answered_at timestamptz,
  -- Why staff took it off the page.
  hidden_reason text,
  created_at timestamptz not null default now(),
  check ((answer is null) = (answered_at is null))
);
create index questions_of_project on questions (project_id, created_at desc);
create index questions_of_asker on questions (asker_id);
