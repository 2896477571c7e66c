-- Of each project the index holds the present release and the one that is or was listed, which can be an earlier one.
-- The release before this one holds the present one alone and finds it by project_id, which is null for the other.
alter table similarity_sources alter column project_id drop not null;
create unique index similarity_sources_of_release on similarity_sources (release_id);
drop index similarity_sources_release;
