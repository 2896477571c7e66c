-- Up to three files of a project that anybody may read in full before paying, by their paths in its releases.
create table project_samples (
  project_id uuid not null references projects on delete cascade,
  position smallint not null check (position between 1 and 3),
  path text not null,
  primary key (project_id, position),
  unique (project_id, path)
);
-- What the pieces of such files are, found once for each content and language by a job. `excerpt`: the first lines with
-- their text, so that a project's page reads no file.
create table sample_highlights (
  sha256 text not null references blobs on delete cascade,
  language text not null,
  version int not null,
  excerpt json not null,
  tokens json not null,
  primary key (sha256, language)
);
