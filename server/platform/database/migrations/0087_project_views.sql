-- How often a project's page was looked at, by day in India and by where its visitors came from. No visitor is known.
create table project_views (
  project_id uuid not null references projects on delete cascade,
  day date not null,
  source text not null,
  views int not null check (views > 0),
  primary key (project_id, day, source)
);
