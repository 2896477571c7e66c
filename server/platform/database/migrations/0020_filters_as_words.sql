-- A project's filters are words of it, which nobody can type (project_words makes them from now on): one index answers a
-- search and its filters, and a project that is looked at is compared with both at once. Until now the words were put together
-- for the index alone, and a second index held a sample of the projects.
drop index published_terms, published_terms_sample;
drop function search_terms;

-- Nothing that triggers derive changes.
alter table published_projects disable trigger user;
update published_projects set words = words || array_to_tsvector(
  array['=category=' || category, '=difficulty=' || difficulty]
  || string_to_array('=technology=' || array_to_string(technology_keys, e'\n=technology='), e'\n')
);
alter table published_projects enable trigger user;

create index published_words on published_projects using gin (words) with (fastupdate = off);
analyze published_projects;
