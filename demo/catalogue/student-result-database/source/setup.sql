-- Creates everything, in one transaction:   psql -d college -f setup.sql
\set ON_ERROR_STOP on
BEGIN;
DROP SCHEMA IF EXISTS results CASCADE;
\ir sql/01_schema.sql
\ir sql/02_triggers.sql
\ir sql/03_views.sql
\ir sql/04_functions.sql
\ir sql/05_seed.sql
COMMIT;
\echo 'Ready. Try:  SELECT * FROM results.result_sheet(''CS24-002'', 4);'
