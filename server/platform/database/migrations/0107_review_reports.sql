-- Staff take a review off the page for a reason; it leaves the average.
alter table reviews
  add column hidden_at timestamptz,
  add column hidden_reason text,
  add check ((hidden_at is null) = (hidden_reason is null));

-- What members tell staff about a review, once each.
create table review_reports (
  review_id uuid not null references reviews on delete cascade,
  member_id uuid not null references members on delete cascade,
  reason text not null check (reason in ('abuse', 'spam', 'not_about_it', 'private_data', 'other')),
  text text not null default '',
  reported_at timestamptz not null default now(),
  -- When staff kept or hid the review.
  settled_at timestamptz,
  primary key (review_id, member_id)
);
create index review_reports_open on review_reports (review_id) where settled_at is null;
create index review_reports_member on review_reports (member_id);
create index reviews_newest on reviews (created_at desc, id desc);

-- Each report that a buyer downloaded, by the order that entitles to it.
create table report_downloads (
  order_id uuid primary key references orders,
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  times integer not null default 1
);
