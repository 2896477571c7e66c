-- Every dispute names the orders that it is about; their credits are frozen once, until the last of them has ended.
drop index disputed_orders_frozen;
create index disputed_orders_frozen on disputed_orders (order_id) where outcome is null;
create index ledger_transactions_disputed_order on ledger_transactions (order_id) where dispute_id is not null;
