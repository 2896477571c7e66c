-- The role and the database, once, by a superuser: psql -v password=… -f deploy/postgresql/role.sql
-- The limits stand with the role, so that they hold behind a pooler too.
create role readymade login password :'password' connection limit 200;
create database readymade owner readymade;
alter role readymade in database readymade set statement_timeout = '10s';
alter role readymade in database readymade set idle_in_transaction_session_timeout = '15s';
alter role readymade in database readymade set jit = off;
alter role readymade in database readymade set random_page_cost = 1.1;
\connect readymade
create extension if not exists pg_trgm;
create extension if not exists fuzzystrmatch;
