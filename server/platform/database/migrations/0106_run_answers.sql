-- Whether what somebody bought ran: asked by mail three days after the first download, one answer for each order.
create table run_answers (
  order_id uuid primary key references orders,
  asked_at timestamptz,
  ran boolean,
  reason text check (reason in ('setup', 'missing_files', 'errors', 'database', 'other')),
  text text not null default '',
  answered_at timestamptz,
  -- Set when the order is refunded: it is not counted any more.
  withdrawn_at timestamptz,
  check ((ran is null) = (answered_at is null)),
  check ((reason is not null) = (ran is false))
);
create index downloads_first on downloads (first_at);

-- Answers of those who paid and of those who got it for nothing are counted apart.
alter table projects
  add column run_count integer not null default 0,
  add column ran_count integer not null default 0,
  add column free_run_count integer not null default 0,
  add column free_ran_count integer not null default 0;
