-- What owners told us for the tax office. The PAN is encrypted.
create table tax_ids (
  member_id uuid primary key references members,
  pan text,
  gstin text,
  changed_at timestamptz not null default now()
);
