-- The projects that a member would like to come back to. The title is the one of the day it was saved, so that a project
-- that is withdrawn later can still be named.
create table wishlist_items (
  member_id uuid not null references members on delete cascade,
  project_id uuid not null references projects on delete cascade,
  title text not null,
  saved_at timestamptz not null default now(),
  primary key (member_id, project_id)
);
create index wishlist_items_project on wishlist_items (project_id);
