-- The catalogue at any size: how many projects every choice of filters has, figures of the categories, and the words that
-- searches are corrected with. All derived from published_projects by its triggers, so that they cannot differ from it.

create extension if not exists pg_trgm;
create extension if not exists fuzzystrmatch;

drop trigger if exists published_projects_added on published_projects;
drop trigger if exists published_projects_changed on published_projects;
drop trigger if exists published_projects_removed on published_projects;
drop function if exists count_published;
drop table published_counts;

-- Technologies are compared as stored, not folded for each row that is looked at.
drop index published_technologies, published_filters, published_words;
alter table published_projects add technology_keys text[] not null generated always as (folded(technologies)) stored;
update published_projects set words =
  setweight(to_tsvector('simple', names), 'A')
  || setweight(to_tsvector('english', names), 'A')
  || setweight(to_tsvector('english', left(description, 300)), 'B')
from projects,
  array_to_string(title || (tags || projects.technologies), ' ') named,
  concat(named, ' ', regexp_replace(named, '[^[:alnum:]]+', ' ', 'g')) names
where id = project_id;
create index published_technologies on published_projects using gin (technology_keys) with (fastupdate = off);
create index published_words on published_projects using gin (words) with (fastupdate = off);
create index published_filters on published_projects (category, difficulty, price_paise)
  include (technology_keys, is_featured, sales_count, created_at, rating, rating_count, project_id);

-- The step of a price, ascending with it. Even steps are one price each: the multiples of ₹50 and the price ₹1 below
-- (from ₹5,000 on: of ₹1,000). Odd steps are the prices between, so that limits people choose fall between steps.
-- One expression without a source of its own, so that the planner writes it into its plans.
create function price_step(paise integer) returns integer language sql immutable parallel safe as $$
  select case
    when paise < 500000 then 4 * (paise / 5000) + case
      when paise % 5000 = 0 then 0 when paise % 5000 < 4900 then 1 when paise % 5000 = 4900 then 2 else 3 end
    else 400 + 4 * ((paise - 500000) / 100000) + case
      when paise % 100000 = 0 then 0 when paise % 100000 < 99900 then 1 when paise % 100000 = 99900 then 2 else 3 end
  end
$$;
create index published_price_step on published_projects (price_step(price_paise), price_paise);

-- How many are published with each combination of values; '' and step -1 stand for any. Only ever added to, so that no two
-- publications wait for each other; readers sum, and a job now and then replaces rows by their sum (is_sum).
create table published_facets (
  category text not null,
  difficulty text not null,
  -- In lower case.
  technology text not null,
  spelling text not null,
  price_step integer not null,
  projects integer not null,
  is_sum boolean not null default false
);
create index published_facets_by_technology on published_facets (category, difficulty, technology, price_step) include (projects);
-- Of all technologies' counts, and of those alone: for one technology the other index reads far fewer rows, but the planner
-- would hold both for equal.
create index published_facets_by_price on published_facets (category, difficulty, price_step, technology, spelling)
  include (projects) where technology <> '';
create index published_facets_new on published_facets (category) where not is_sum;

-- What the averages of a category are made of. Added to and summed in the same way.
create table published_figures (
  category text not null,
  projects integer not null,
  price_sum bigint not null,
  rating_sum numeric not null,
  rating_count integer not null,
  is_sum boolean not null default false
);

-- The words that occur in published projects. One stays when its projects are gone: what it would find is looked up anew.
create table vocabulary (word text primary key);
create index vocabulary_like on vocabulary using gin (word gin_trgm_ops);

-- What is published already.
with exact as materialized (
  select category, difficulty, spelling, price_step(price_paise) as step, count(*)::integer as projects
  from published_projects, unnest(technologies || ''::text) spelling
  group by 1, 2, 3, 4
)
insert into published_facets
select any_category, any_difficulty, lower(spelling), spelling, any_step, sum(projects), true
from exact, unnest(array[category, '']) any_category, unnest(array[difficulty, '']) any_difficulty,
  unnest(array[step, -1]) any_step
group by 1, 2, 3, 4, 5;
insert into published_figures
select category, count(*), sum(price_paise::bigint), sum(rating * rating_count), sum(rating_count), true
from published_projects group by category;
insert into vocabulary
select distinct word from projects join published_projects on project_id = id,
  regexp_split_to_table(
    lower(concat_ws(' ', title, array_to_string(tags || projects.technologies, ' '), left(description, 300))), '[^[:alpha:]]+'
  ) word
where length(word) between 3 and 30;
