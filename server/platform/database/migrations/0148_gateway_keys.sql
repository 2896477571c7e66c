-- The public key of the account at the gateway that a payment was begun with: another account, or another company, is to be
-- asked about it than the one that takes new payments. '' where it was not kept yet.
alter table payments add column gateway_key text not null default '';
