-- Mails to buyers about a release that was approved after they bought: how far they have come.
create table release_notices (
  release_id uuid primary key references releases on delete cascade,
  -- Buyers are mailed in the order of their ids, the last of them was this one.
  mailed_to uuid,
  done_at timestamptz
);
