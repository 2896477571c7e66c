-- What members agreed to, in which version and when. The words are kept as they were shown.
create table acceptances (
  id uuid primary key,
  member_id uuid not null references members,
  agreement text not null check (agreement in ('sign_up', 'owner_licence')),
  version text not null,
  -- The project that an owner licenses. No reference: it stays when the project is gone.
  project_id uuid,
  words text not null,
  accepted_at timestamptz not null default now(),
  check ((project_id is not null) = (agreement = 'owner_licence'))
);
create index acceptances_member on acceptances (member_id);
-- The last licence of a project counts: terms that were accepted once may come back after others.
create index acceptances_project on acceptances (project_id, accepted_at) where project_id is not null;
