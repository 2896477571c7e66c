-- What is compared of each project: its newest release, as fingerprints.
create table similarity_sources (
  id integer generated always as identity primary key,
  project_id uuid not null unique references projects on delete cascade,
  release_id uuid not null references releases on delete cascade,
  -- Of what a fingerprint is; 0 when the files could not be read in time.
  version smallint not null,
  files text[] not null,
  -- Up to this hash every fingerprint is kept: of a large project only a part is.
  max_hash integer not null,
  -- Files of code that were not read, because they are too many or too large.
  omitted integer not null,
  indexed_at timestamptz not null default now()
);
create index similarity_sources_release on similarity_sources (release_id);

-- Each fingerprint of a project once, where it stands first. Lines count from 1, both included.
create table similarity_fingerprints (
  hash integer not null,
  source_id integer not null references similarity_sources on delete cascade,
  -- Of similarity_sources.files, from 0.
  file smallint not null,
  first_line integer not null,
  last_line integer not null,
  primary key (hash, source_id)
);
create index similarity_fingerprints_source on similarity_fingerprints (source_id, hash);
