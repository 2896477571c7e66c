-- What a buyer has to have before the release runs, by its result; null until it is derived
-- (server/projects/findings/needs.ts).
alter table release_checks add column needs text[];

-- That of the present release, to count by; words has the same, to find by.
alter table published_projects add column needs text[] not null default '{}';
-- Counting what few projects need reads no rows.
drop index published_filters; -- The other one has its columns too.
create index published_needs on published_projects (category, difficulty, price_paise) include (technology_keys, needs);
