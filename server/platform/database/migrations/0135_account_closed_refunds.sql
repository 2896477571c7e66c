-- 'account_closed': paid when the buyer's account had been deactivated or deleted, so nothing was delivered.
alter table refunds
  drop constraint refunds_cause_check,
  add constraint refunds_cause_check
    check (cause in ('requested', 'owned_already', 'paid_twice', 'disputed', 'account_closed'));
