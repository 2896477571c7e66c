-- What became of an email's job, for the case that the job is done again: the queue forgets who was killed.
create table mail_outcomes (
  job_id uuid primary key,
  sent_at timestamptz,
  -- How often the whole email was handed over and no answer came.
  unanswered int not null default 0,
  updated_at timestamptz not null default now()
);
create index mail_outcomes_age on mail_outcomes (updated_at);

-- Addresses that a mail server refused for good.
create table mail_bounces (
  email text primary key,
  reply text not null,
  bounced_at timestamptz not null default now(),
  -- False once an email got through again; the row stays until its owner has been told.
  is_blocked boolean not null default true
);
