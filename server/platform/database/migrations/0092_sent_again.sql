-- A chunk keeps those of its files that were stored when others failed: then it has no hash, and the failed ones are sent again.
alter table upload_chunks alter column content_hash drop not null;
-- A project that is sent again because its answer was lost is not created twice: the key of the request, and what it said.
alter table projects add column idempotency_key text;
alter table projects add column request_hash text;
create unique index projects_idempotency on projects (owner_id, idempotency_key) where idempotency_key is not null;
