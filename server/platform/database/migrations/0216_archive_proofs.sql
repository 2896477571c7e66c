-- Checksums of the pieces of a release's archive, so that a process sends it without reading all of it first. They hold
-- for one version of the stored object: any write to it makes another.
create table archive_proofs (
  release_id uuid primary key references releases on delete cascade,
  version text not null,
  -- CRC-32 of each piece, four bytes each, little-endian.
  sums bytea not null
);
