-- Files for the bank, which staff ask for again under their numbers: each is made of its payouts, byte for byte as before.
create table payout_files (
  id uuid primary key,
  number bigint generated always as identity unique, -- What people call it by: B-000012.
  made_by uuid not null references staff,
  made_at timestamptz not null default now()
);
create index payout_files_made_at on payout_files (made_at desc);

-- The payouts of a file. One stands in a second file only when two of the staff send it again.
create table payout_file_rows (
  file_id uuid not null references payout_files,
  payout_id uuid not null references payouts,
  is_again boolean not null,
  primary key (file_id, payout_id)
);
create unique index payout_file_rows_once on payout_file_rows (payout_id) where not is_again;
create index payout_file_rows_payout on payout_file_rows (payout_id);

-- The bank has to get it once more, says one of the staff; another confirms, and then it waits for its next file.
alter table payouts
  add column again_by uuid references staff,
  add column again_note text,
  add column again_confirmed_at timestamptz,
  add check (again_confirmed_at is null or again_by is not null);
