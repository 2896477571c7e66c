-- Errors that browsers met, counted; the row without a page counts those for which there is no room.
create table browser_errors (
  message text not null,
  page text not null,
  browser text not null,
  release text not null,
  place text not null,
  count integer not null default 1,
  first_seen_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  primary key (message, page, browser, release)
);
