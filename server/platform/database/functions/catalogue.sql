-- What the catalogue derives from published_projects. price_step and folded stand with the tables: indexes are
-- computed with them, so that changing one is a migration.

-- What a search looks in: of a description only what its card shows counts as its summary. Names also count without their
-- punctuation, so that 'ml' finds 'AI/ML', and unstemmed, so that the start of a word finds it. A project's filters are words
-- too, which nobody can type: a search and its filters are looked up in one index.
create or replace function project_words(project projects) returns tsvector language sql stable parallel safe as $$
  select
    setweight(to_tsvector('simple', names), 'A')
    || setweight(to_tsvector('english', names), 'A')
    || setweight(to_tsvector('english', left(project.description, 300)), 'B')
    || array_to_tsvector(
      array['=category=' || project.category, '=difficulty=' || project.difficulty]
      || array(select '=technology=' || lower(technology) from unnest(project.technologies) technology)
    )
  from (
    select named || ' ' || regexp_replace(named, '[^[:alnum:]]+', ' ', 'g')
    from (select project.title || ' ' || array_to_string(project.tags || project.technologies, ' ')) as typed (named)
  ) as both_ways (names)
$$;

create or replace function plain_words(title text, labels text[], description text) returns setof text language sql immutable parallel safe as $$
  select distinct word
  from regexp_split_to_table(lower(concat_ws(' ', title, array_to_string(labels, ' '), left(description, 300))), '[^[:alpha:]]+') word
  where length(word) between 3 and 30
$$;

create or replace function derive_catalogue() returns trigger language plpgsql as $$
declare
  changes text := case tg_op
    when 'INSERT' then 'select 1 as change, * from added'
    when 'DELETE' then 'select -1 as change, * from removed'
    else 'select 1 as change, * from added union all select -1, * from removed'
  end;
  renamed text := case tg_op
    when 'INSERT' then 'select project_id from added'
    when 'UPDATE' then 'select project_id from added join removed using (project_id) where added.words <> removed.words'
  end;
begin
  execute format('
    insert into published_facets
    select any_category, any_difficulty, lower(spelling), spelling, any_step, sum(change)
    from (%s) changed,
      unnest(array[category, '''']) any_category, unnest(array[difficulty, '''']) any_difficulty,
      unnest(array[price_step(price_paise), -1]) any_step, unnest(technologies || ''''::text) spelling
    group by 1, 2, 3, 4, 5 having sum(change) <> 0', changes);
  execute format('
    insert into published_figures
    select * from (
      select category, sum(change) as projects, sum(change * price_paise::bigint) as prices,
        sum(change * rating * rating_count) as ratings, sum(change * rating_count) as reviews
      from (%s) changed group by category
    ) changed where projects <> 0 or prices <> 0 or ratings <> 0 or reviews <> 0', changes);
  if renamed is not null then
    -- Sorted, so that two transactions with the same new words meet them in the same order.
    execute format('
      insert into vocabulary
      select distinct word from projects, plain_words(title, tags || technologies, description) word
      where id in (%s) order by word
      on conflict do nothing', renamed);
  end if;
  return null;
end $$;
create or replace trigger published_projects_added after insert on published_projects
  referencing new table as added for each statement execute function derive_catalogue();
create or replace trigger published_projects_changed after update on published_projects
  referencing old table as removed new table as added for each statement execute function derive_catalogue();
create or replace trigger published_projects_removed after delete on published_projects
  referencing old table as removed for each statement execute function derive_catalogue();

-- Derives everything anew; for loads that were made with the triggers off. Keep others from writing meanwhile.
create or replace function rebuild_catalogue() returns void language sql as $$
  truncate published_facets, published_figures, vocabulary;
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
    plain_words(title, tags || projects.technologies, description) word;
$$;

-- 0: not featured; 1: featured; above that placed by hand, the first with the highest.
create or replace function featured_rank(is_featured boolean, place smallint) returns smallint language sql immutable parallel safe as $$
  select case when not is_featured then 0 when place is null then 1 else 1002 - place end::smallint
$$;
