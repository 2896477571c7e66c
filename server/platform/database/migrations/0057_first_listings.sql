-- When the public first saw a project, and how far its owner's followers have been told: once for each project, ever.
create table first_listings (
  project_id uuid primary key references projects on delete cascade,
  listed_at timestamptz not null default now(),
  -- Followers up to this one, in the order of their ids.
  announced_to uuid,
  announced_at timestamptz
);
create index first_listings_unannounced on first_listings (listed_at) where announced_at is null;

-- What was listed before is no news.
insert into first_listings (project_id, announced_at)
select project_id, now() from published_projects
union
select project_id, now() from verifications where status = 'approved';
