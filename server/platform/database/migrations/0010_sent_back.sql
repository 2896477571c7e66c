-- What the project was when staff sent it back: its texts, prices and pictures, to compare with what its owner sends next.
alter table verifications add column edition jsonb;

-- Since when its owner has changed what staff sent back without sending it back for checking, and whether we reminded them.
alter table projects
  add column unsent_since timestamptz,
  add column was_reminded boolean not null default false;
create index projects_unsent on projects (unsent_since) where unsent_since is not null and not was_reminded;
