-- A release's README as HTML that is ready for its page, and the version of the renderer that made it.
create table release_readmes (
  release_id uuid primary key references releases on delete cascade,
  renderer smallint not null,
  html text not null
);
