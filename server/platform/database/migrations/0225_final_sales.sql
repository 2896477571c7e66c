-- A sale is final when its refund days are over or its shares were paid out. Its money goes back when two of the staff want
-- it, or a super admin. The first of the two stands beside what they decide.
alter table release_recalls
  -- Who decided that those who paid get their money back.
  add column refunds_by uuid references staff,
  -- Who decided it for final sales too; null while those wait.
  add column refunds_confirmed_by uuid references staff;
create table waiting_refunds (
  order_id uuid primary key references orders,
  release_id uuid not null references release_recalls on delete cascade,
  since timestamptz not null default now()
);
create index waiting_refunds_release on waiting_refunds (release_id);

alter table refund_requests
  add column approval_by uuid references staff,
  add column approval_note text;

alter table payments add column return_by uuid references staff;
