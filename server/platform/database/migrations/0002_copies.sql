-- Whether the owner of a listing wrote what a fingerprint stands for: only then it is looked for in other projects.
alter table similarity_fingerprints add column is_own boolean not null default true;
create index similarity_fingerprints_own on similarity_fingerprints (hash, source_id) where is_own;
-- The share of the code, from 0 to 1, that could be compared.
alter table similarity_sources add column compared_share real not null default 1 check (compared_share between 0 and 1);
