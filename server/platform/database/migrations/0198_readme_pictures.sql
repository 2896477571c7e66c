-- Our own copies of the pictures that a release's README shows; a later release with the same picture shares the copy.
create table readme_pictures (
  release_id uuid not null references releases on delete cascade,
  sha256 text not null,
  id uuid not null,
  width int not null,
  height int not null,
  primary key (release_id, sha256)
);
create index readme_pictures_id on readme_pictures (id);
