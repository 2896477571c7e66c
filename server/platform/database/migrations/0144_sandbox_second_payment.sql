-- The sandbox gateway's own books: what was captured beside the payment that counts, as when somebody pays from two tabs.
alter table sandbox_orders add column second_payment_id text unique;
