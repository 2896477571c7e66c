-- What is asked about an order, a refund's payment or a dispute is found without reading all there is of it. The unique index
-- by order leaves out what disputes posted, so no statement that asks for an order alone can use it.
create index ledger_transactions_order on ledger_transactions (order_id);
create index refunds_gateway_payment on refunds (gateway_payment_id);
create index refunds_dispute on refunds (dispute_id) where dispute_id is not null;

-- What an account has, and what moved in it last, is read from one index: each entry repeats what its transaction is and when
-- it was posted. A trigger writes both.
alter table ledger_entries
  add column kind text not null default '',
  add column happened_at timestamptz not null default now();
alter table ledger_entries disable trigger user;
update ledger_entries set kind = posting.kind, happened_at = posting.happened_at
  from ledger_transactions posting where posting.id = transaction_id;
alter table ledger_entries enable trigger user;
drop index ledger_entries_account;
create index ledger_entries_newest on ledger_entries (account, happened_at desc) include (kind, amount_paise, transaction_id);

-- The sales of a member that are held, because their buyers may still ask for the money back or have.
create index orders_held on orders (owner_id, ((completed_at at time zone 'UTC') + refund_days * interval '1 day'));
create index orders_commission_held on orders (referrer_id, ((completed_at at time zone 'UTC') + refund_days * interval '1 day'))
  where referrer_id is not null;
create index orders_taken_back on orders (owner_id, status) where status in ('refund_requested', 'refunded');
create index orders_commission_taken_back on orders (referrer_id, status)
  where referrer_id is not null and status in ('refund_requested', 'refunded');

-- Staff's list of refunds that were decided, the newest first, and of those that wait, the oldest first.
create index refund_requests_decided on refund_requests (decided_at desc) where outcome is not null;
create index refund_requests_waiting on refund_requests (requested_at) where outcome is null;
