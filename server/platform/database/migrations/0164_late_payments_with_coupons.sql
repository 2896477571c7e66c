-- Money for a checkout whose coupon cannot be used any more goes back.
alter table refunds
  drop constraint refunds_cause_check,
  add constraint refunds_cause_check
    check (cause in ('requested', 'owned_already', 'paid_twice', 'disputed', 'account_closed', 'coupon_ended'));

-- Of the keys of later checkouts the newest stay, and for a day.
update payments set joined_keys = '{}' where joined_keys <> '{}' and created_at < now() - interval '1 day';
create index payments_joined on payments (created_at) where joined_keys <> '{}';
