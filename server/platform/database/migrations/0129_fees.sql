-- The fee and the commission that a purchase was made under, in hundredths of a percent: a later change holds for later orders.
alter table orders
  add column fee_rate integer not null default 2000 check (fee_rate between 0 and 10000),
  add column commission_rate integer not null default 1000,
  add constraint commission_within_fee check (commission_rate between 0 and fee_rate);
-- What somebody edited is not saved over what another has saved meanwhile.
alter table settings add column version integer not null default 1;
