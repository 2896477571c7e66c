-- What the catalogue derives from published_projects. price_step and folded stand with the tables: indexes are
-- computed with them, so that changing one is a migration.

-- The words of a text for an index, those with signs inside also as one (Node.js: node, js, nodejs).
create or replace function search_text(typed text) returns text language sql immutable parallel safe strict as $$
  select search_spaced(names) || coalesce((
    select ' ' || string_agg(translate(found[1], '-./&''’', ''), ' ')
    from regexp_matches(names, '\w+(?:[-./&''’]\w+){1,3}', 'g') found
  ), '')
  from search_names(typed) names
$$;
-- The words of a text side by side, each in any spelling that published projects have.
create or replace function search_phrase(typed text) returns tsquery language sql stable parallel safe strict as $$
  select coalesce(string_agg('(' || spellings || ')', '<->' order by place), '')::tsquery
  from unnest(search_parts(typed)) with ordinality parts (part, place), lateral (
    select string_agg('''' || replace(replace(word, '\', '\\'), '''', '''''') || '''', '|') as spellings
    from (select part union select word from vocabulary where stem = search_stem(part)) spellings (word)
  ) spelled
$$;
-- What a project's present release needs, as its check knows it.
create or replace function project_needs(project projects) returns text[] language sql stable parallel safe as $$
  select coalesce((select needs from release_checks where release_id = project.release_id), '{}')
$$;
-- What a search looks in, with a weight for each field: A the title, B technologies and tags, C category, difficulty and what
-- students ask for, D the beginning of description and features. Words are not cut to stems, so that a word comes before its
-- other forms, which the vocabulary knows. A project's filters are words too, which nobody can type: a search and its
-- filters are looked up in one index.
create or replace function project_words(project projects) returns tsvector language sql stable parallel safe as $$
  select
    setweight(to_tsvector('simple', search_text(project.title)), 'A')
    || setweight(to_tsvector('simple', search_text(array_to_string(project.technologies || project.tags, ' '))), 'B')
    || setweight(to_tsvector('simple', search_text(concat_ws(' ', project.category, project.difficulty,
      case when project.price_paise = 0 then 'free' end, case when project.report_key is not null then 'report' end))), 'C')
    || setweight(to_tsvector('plain_english', search_text(
      left(project.description, 1000) || ' ' || left(array_to_string(project.features, ' '), 500))), 'D')
    || array_to_tsvector(
      array['=category=' || project.category, '=difficulty=' || project.difficulty]
      || array(select '=technology=' || lower(technology) from unnest(project.technologies) technology)
      || case when project.report_key is not null then array['=report='] else '{}' end
      || case when project.ran_at is not null then array['=ran='] else '{}' end
      || array(select '=needs=' || need from unnest(project_needs(project)) need)
    )
$$;

-- A process of an earlier release does not know of blocks; it must not list again what staff took off the lists.
create or replace function keep_blocked_off() returns trigger language plpgsql as $$
begin
  if exists (select from project_blocks where project_id = new.project_id and ended_at is null) then
    return null;
  end if;
  return new;
end $$;
create or replace trigger published_projects_keep_blocked_off before insert on published_projects
  for each row execute function keep_blocked_off();

create or replace function derive_catalogue() returns trigger language plpgsql as $$
declare
  changes text := case tg_op
    when 'INSERT' then 'select 1 as change, * from added'
    when 'DELETE' then 'select -1 as change, * from removed'
    else 'select 1 as change, * from added union all select -1, * from removed'
  end;
  -- Most changes of a project, such as a sale, leave its words as they are.
  changed_words text := case tg_op
    when 'INSERT' then 'select 1 as change, words from added'
    when 'DELETE' then 'select -1 as change, words from removed'
    else 'select change, changed.words from added join removed using (project_id),
      lateral (values (1, added.words), (-1, removed.words)) changed (change, words) where added.words <> removed.words'
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
  -- Sorted, so that two transactions with the same new words meet them in the same order.
  execute format('
    with changed as (
      insert into word_counts (word, projects)
      select lexeme, sum(change) from (%s) changed, unnest(words) group by lexeme having sum(change) <> 0
      returning word, projects
    )
    insert into vocabulary (word) select word from changed where projects > 0 and word not like ''=%%'' order by word
    on conflict do nothing', changed_words);
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
  truncate published_facets, published_figures, vocabulary, word_counts;
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
  insert into word_counts (word, projects, is_sum)
  select word, ndoc, true from ts_stat('select words from published_projects');
  insert into vocabulary (word) select word from word_counts where word not like '=%';
$$;

-- 0: not featured; 1: featured; above that placed by hand, the first with the highest.
create or replace function featured_rank(is_featured boolean, place smallint) returns smallint language sql immutable parallel safe as $$
  select case when not is_featured then 0 when place is null then 1 else 1002 - place end::smallint
$$;
