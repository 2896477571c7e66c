-- Whoever approves a payout does not export or pay it.
alter table payouts add column approved_by uuid references staff;
update payouts set approved_by = (
  select staff_id from staff_actions
  where target = 'payout ' || payouts.id and action = 'approve payout'
  order by happened_at desc, id desc limit 1)
where approved_at is not null;

-- Both steps of an act on money were done by one person, because nobody else on the staff could sign in.
alter table staff_actions add column is_alone boolean not null default false;
