-- Searches and filters read fewer and smaller rows: of a description only what its card shows counts as its summary, and
-- technologies are compared as stored, not folded for each row that is looked at.

create or replace function project_words(title text, labels text[], description text) returns tsvector language sql stable parallel safe as $$
  select
    setweight(to_tsvector('simple', names || ' ' || regexp_replace(names, '[^[:alnum:]]+', ' ', 'g')), 'A')
    || setweight(to_tsvector('english', names), 'A')
    || setweight(to_tsvector('english', left(description, 300)), 'B')
  from (select title || ' ' || array_to_string(labels, ' ')) as named (names)
$$;

create or replace function plain_words(title text, labels text[], description text) returns setof text language sql immutable parallel safe as $$
  select distinct word
  from regexp_split_to_table(lower(concat_ws(' ', title, array_to_string(labels, ' '), left(description, 300))), '[^[:alpha:]]+') word
  where length(word) between 3 and 30
$$;

drop index published_technologies, published_filters;
alter table published_projects add technology_keys text[] not null generated always as (folded(technologies)) stored;

-- What is derived from the words' projects stays true.
alter table published_projects disable trigger user;
update published_projects set words = project_words(title, tags || projects.technologies, description)
from projects where id = project_id;
alter table published_projects enable trigger user;

create index published_technologies on published_projects using gin (technology_keys) with (fastupdate = off);
create index published_filters on published_projects (category, difficulty, price_paise)
  include (technology_keys, is_featured, sales_count, created_at, rating, rating_count, project_id);
