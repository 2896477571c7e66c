-- A sale that cost its buyer nothing waits as long as any other until it is payable: the shop's coupon may have paid for it.
update orders set refund_days = coalesce((select (value ->> 'refundDays')::smallint from settings where name = 'fees'), 7)
  where refund_days is null;
