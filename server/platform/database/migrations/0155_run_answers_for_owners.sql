-- The owner reads what a buyer says of whether it ran. What was written before that was for staff alone, and stays so.
alter table run_answers
  add column owner_may_read boolean not null default false,
  -- When the owner was mailed that it did not run: once for each order.
  add column owner_told_at timestamptz;
