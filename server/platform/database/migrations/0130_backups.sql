-- Every finished backup, noted after it was written: a backup does not know itself.
create table backups (
  made_at timestamptz primary key,
  folder text not null,
  row_count bigint not null,
  file_count integer not null,
  file_bytes bigint not null,
  -- Files that the database names and the store did not have whole.
  missing_files integer not null
);
