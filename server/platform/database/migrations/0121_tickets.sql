-- What members report of a listing, a review or a question: a ticket with a clock.
create table tickets (
  id uuid primary key,
  -- People call it RP-000123.
  number integer not null generated always as identity unique,
  -- Null once the account is deleted.
  member_id uuid references members,
  -- The listing, or the one on whose page the review or question stands.
  project_id uuid not null references projects on delete cascade,
  review_id uuid references reviews on delete cascade,
  question_id uuid references questions on delete cascade,
  kind text not null,
  text text not null,
  reported_at timestamptz not null default now(),
  -- The owner's counter-notice.
  answer text,
  answered_at timestamptz,
  outcome text check (outcome in ('no_action', 'hidden', 'recalled')),
  reasons text,
  decided_by text,
  decided_at timestamptz,
  check (num_nonnulls(review_id, question_id) <= 1),
  check ((outcome is null) = (decided_at is null))
);
-- Reports of reviews that wait for a decision.
insert into tickets (id, member_id, project_id, review_id, kind, text, reported_at)
  select gen_random_uuid(), review_reports.member_id, project_id, review_id, reason, review_reports.text, reported_at
  from review_reports join reviews on reviews.id = review_reports.review_id
  where settled_at is null and withdrawn_at is null
  order by reported_at;

create unique index tickets_open_once on tickets (member_id, project_id, coalesce(review_id, question_id, project_id))
  where outcome is null;
create index tickets_open on tickets (reported_at) where outcome is null;
create index tickets_decided on tickets (decided_at desc) where outcome is not null;
create index tickets_project on tickets (project_id, reported_at desc);
create index tickets_review on tickets (review_id) where review_id is not null;
create index tickets_question on tickets (question_id) where question_id is not null;
