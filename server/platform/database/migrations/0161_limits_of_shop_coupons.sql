-- A coupon at the expense of the shop says how much it may take off one purchase, and how much it may cost in all. Those
-- that do not, which are all of them until now, are never usable.
alter table coupons
  add column max_discount_paise integer check (max_discount_paise > 0),
  add column budget_paise integer check (budget_paise > 0);
update coupons set is_on = false where owner_id is null;
