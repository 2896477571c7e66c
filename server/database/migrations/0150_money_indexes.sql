-- What is asked about an order, a refund's payment or a dispute is found without reading all there is of it. The unique index
-- by order leaves out what disputes posted, so no statement that asks for an order alone can use it.
create index ledger_transactions_order on ledger_transactions (order_id);
create index refunds_gateway_payment on refunds (gateway_payment_id);
create index refunds_dispute on refunds (dispute_id) where dispute_id is not null;
