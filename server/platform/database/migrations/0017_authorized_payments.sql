-- When the payer's bank said yes to an open payment whose money has not been captured yet.
alter table payments add column authorized_at timestamptz;
