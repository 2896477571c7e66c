-- What members agreed to, in which version and when. The words are kept as they were shown.
create table acceptances (
  id uuid primary key,
  member_id uuid not null references members,
  agreement text not null check (agreement in ('sign_up', 'owner_licence')),
  version text not null,
  -- The project that an owner licenses.
  project_id uuid references projects on delete cascade,
  words text not null,
  accepted_at timestamptz not null default now(),
  check ((project_id is not null) = (agreement = 'owner_licence'))
);
create unique index acceptances_once on acceptances (member_id, agreement, version, coalesce(project_id, member_id));
create index acceptances_project on acceptances (project_id) where project_id is not null;
