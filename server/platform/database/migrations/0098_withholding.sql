-- The rates in force when a sale was posted, in hundredths of a percent: what was withheld can be proved by them later.
-- gst_rate: the tax that the price included, which TCS is not taken of.
alter table ledger_transactions
  add column tds_rate integer not null default 0 check (tds_rate between 0 and 10000),
  add column tcs_rate integer not null default 0 check (tcs_rate between 0 and 10000),
  add column gst_rate integer not null default 0 check (gst_rate between 0 and 10000);
