-- A coupon at the expense of the shop says how much it may take off one purchase, and how much it may cost in all.
alter table coupons
  add column max_discount_paise integer check (max_discount_paise > 0),
  add column budget_paise integer check (budget_paise > 0);
update coupons set is_on = false where owner_id is null;
alter table coupons add constraint shop_coupons_are_limited
  check (owner_id is not null or not is_on or num_nulls(max_discount_paise, budget_paise, max_uses) = 0);
