-- Who wants to hear of whose new projects.
create table follows (
  follower_id uuid not null references members on delete cascade,
  member_id uuid not null references members on delete cascade check (member_id <> follower_id),
  created_at timestamptz not null default now(),
  primary key (follower_id, member_id)
);
create index follows_of_member on follows (member_id, follower_id);
