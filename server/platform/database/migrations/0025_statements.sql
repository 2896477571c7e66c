-- SHA-256 over the sorted lines of the files, as contract/projects/content-hash.ts makes it; null until a job has made it
-- of a release that an earlier version made.
alter table releases add column content_hash text check (content_hash ~ '^[0-9a-f]{64}$');
create index releases_content on releases (content_hash);

-- What the server has said of releases, for good: leaves of the public log. Nothing in it may ever have to be erased, so
-- it has no titles and no names, and it stays when the project goes.
create table statements (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('approved', 'recalled', 'key', 'continues')),
  -- Of which files; null for those about the log itself.
  project_id uuid,
  release_number integer,
  content_hash text,
  body text not null, -- The text that is signed.
  -- Its place among the leaves, and the leaf, which is the signed text, with its hash. Null while it waits for the log.
  number bigint unique,
  leaf text,
  leaf_hash bytea,
  checkpoint text, -- The first one whose tree has it.
  made_at timestamptz not null default clock_timestamp(),
  check ((number is null) = (leaf is null) and (leaf is null) = (leaf_hash is null)),
  check (kind not in ('approved', 'recalled')
    or project_id is not null and release_number is not null and content_hash is not null)
);
create index statements_content on statements (content_hash);
create index statements_waiting on statements (id) where checkpoint is null;
