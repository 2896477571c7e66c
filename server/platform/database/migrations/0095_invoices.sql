-- The last number given out in each series and financial year of India: 2026 is April 2026 to March 2027.
create table document_numbers (
  series text not null check (series in ('invoice', 'credit note')),
  year smallint not null,
  last integer not null,
  primary key (series, year)
);

-- One for each payment by which something was bought, with what was true then. A receipt is what a seller without a GST
-- registration gives.
create table invoices (
  id uuid primary key,
  payment_id uuid not null unique references payments,
  member_id uuid not null references members,
  kind text not null check (kind in ('tax invoice', 'receipt')),
  number text not null unique check (number ~ '^[A-Z0-9/-]{1,16}$'),
  year smallint not null,
  serial integer not null,
  issued_at timestamptz not null,
  seller jsonb not null,
  buyer_name text not null,
  buyer_address text,
  buyer_state text not null,
  -- Hundredths of a percent.
  rate_basis_points integer not null,
  rounds_to_rupee boolean not null,
  unique (year, serial)
);
create index invoices_member on invoices (member_id);

create table invoice_lines (
  order_id uuid primary key references orders,
  invoice_id uuid not null references invoices,
  position smallint not null,
  order_number text not null,
  title text not null,
  kind text not null check (kind in ('source', 'report')),
  sac text not null,
  amount_paise integer not null check (amount_paise > 0),
  taxable_paise integer not null check (taxable_paise >= 0),
  cgst_paise integer not null check (cgst_paise >= 0),
  sgst_paise integer not null check (sgst_paise >= 0),
  igst_paise integer not null check (igst_paise >= 0),
  unique (invoice_id, position),
  check (amount_paise = taxable_paise + cgst_paise + sgst_paise + igst_paise),
  check (igst_paise = 0 or cgst_paise = 0 and sgst_paise = 0)
);

-- Takes a line of an invoice back as a whole.
create table credit_notes (
  order_id uuid primary key references invoice_lines,
  number text not null unique check (number ~ '^[A-Z0-9/-]{1,16}$'),
  year smallint not null,
  serial integer not null,
  issued_at timestamptz not null,
  unique (year, serial)
);
