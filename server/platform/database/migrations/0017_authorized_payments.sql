-- When the payer's bank said yes to an open payment whose money has not been captured yet.
alter table payments add column authorized_at timestamptz;
-- The gateway's id of that attempt; another attempt that fails does not change it.
alter table payments add column authorized_payment_id text;
