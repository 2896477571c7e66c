-- Encrypted copies of what was taken down and of deleted accounts, each with its end. What a copy is about is kept as
-- keyed hashes alone, so that no search, list or export finds one.
create table sealed_copies (
  id uuid primary key,
  kind text not null check (kind in ('takedown', 'deletion')),
  -- Hashes of the numbers, ids and emails by which it is asked for.
  about text[] not null,
  sealed text not null,
  made_at timestamptz not null default now(),
  ends_at timestamptz not null
);
create index sealed_copies_about on sealed_copies using gin (about);
create index sealed_copies_end on sealed_copies (ends_at);
