-- When staff last took it off sale; what was ordered before then is not delivered any more.
alter table projects add column taken_off_at timestamptz;
