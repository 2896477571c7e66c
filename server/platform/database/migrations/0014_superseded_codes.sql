-- The code without its session, by which it is recognised after a newer one replaced it; null for codes sent before.
alter table one_time_codes add column mailed_hash text;
-- Those of the codes that this one replaced, the newest first, at most three.
alter table one_time_codes add column superseded_hashes text[] not null default '{}';
