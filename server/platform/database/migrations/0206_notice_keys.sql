-- The key of the form that sent a notice: sent again, it is the same notice.
alter table notices add column idempotency_key text unique;
