-- The functions and triggers of an installation whose migrations still made them (up to 0011), as they stood there.

-- What a search looks in: of a description only what its card shows counts as its summary. Names also count without their
-- punctuation, so that 'ml' finds 'AI/ML', and unstemmed, so that the start of a word finds it.
create function project_words(title text, labels text[], description text) returns tsvector language sql stable parallel safe as $$
  select
    setweight(to_tsvector('simple', names), 'A')
    || setweight(to_tsvector('english', names), 'A')
    || setweight(to_tsvector('english', left(description, 300)), 'B')
  from (
    select named || ' ' || regexp_replace(named, '[^[:alnum:]]+', ' ', 'g')
    from (select title || ' ' || array_to_string(labels, ' ')) as typed (named)
  ) as both_ways (names)
$$;

create function plain_words(title text, labels text[], description text) returns setof text language sql immutable parallel safe as $$
  select distinct word
  from regexp_split_to_table(lower(concat_ws(' ', title, array_to_string(labels, ' '), left(description, 300))), '[^[:alpha:]]+') word
  where length(word) between 3 and 30
$$;

create function derive_catalogue() returns trigger language plpgsql as $$
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
create trigger published_projects_added after insert on published_projects
  referencing new table as added for each statement execute function derive_catalogue();
create trigger published_projects_changed after update on published_projects
  referencing old table as removed new table as added for each statement execute function derive_catalogue();
create trigger published_projects_removed after delete on published_projects
  referencing old table as removed for each statement execute function derive_catalogue();

-- Derives everything anew; for loads that were made with the triggers off. Keep others from writing meanwhile.
create function rebuild_catalogue() returns void language sql as $$
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

create function note_first_reply() returns trigger language plpgsql as $$
begin
  new.replied_at = coalesce(old.replied_at, now());
  return new;
end $$;
create trigger contact_messages_replied before update of status on contact_messages
  for each row when (new.status = 'replied') execute function note_first_reply();

create function ledger_is_final() returns trigger language plpgsql as $$
begin
  raise exception 'Ledger rows are never changed; post a new transaction';
end $$;
create trigger ledger_transactions_final before update or delete or truncate on ledger_transactions
  for each statement execute function ledger_is_final();
create trigger ledger_entries_final before update or delete or truncate on ledger_entries
  for each statement execute function ledger_is_final();

create function ledger_balances() returns trigger language plpgsql as $$
begin
  if (select sum(amount_paise) from ledger_entries where transaction_id = new.transaction_id) <> 0 then
    raise exception 'Ledger transaction % does not sum to zero', new.transaction_id;
  end if;
  return null;
end $$;
create constraint trigger ledger_entries_balance after insert on ledger_entries
  deferrable initially deferred for each row execute function ledger_balances();

-- Tells every process that what public pages show has changed, when the change is committed. Sent once for a transaction,
-- however much it changes.
create function tell_page_change() returns trigger language plpgsql as $$
begin
  notify page_changes;
  return null;
end $$;

-- Whatever is published, taken off, sold, rated or priced anew passes here.
create trigger published_projects_pages after insert or update or delete or truncate on published_projects
  for each statement execute function tell_page_change();
-- What a published project shows besides; the counter of downloads waits until the page is made anew.
create trigger projects_pages after update of
    title, description, category, price_paise, technologies, features, requirements, tags, difficulty, demo_url, github_url,
    allows_customization, includes_installation_support, release_id, report_name, report_price_paise, deleted_at
  on projects for each statement execute function tell_page_change();
create trigger project_images_pages after insert or update or delete on project_images
  for each statement execute function tell_page_change();
create trigger releases_pages after update or delete on releases
  for each statement execute function tell_page_change();
create trigger reviews_pages after insert or update or delete on reviews
  for each statement execute function tell_page_change();
create trigger members_pages after update of name on members
  for each statement execute function tell_page_change();
create trigger settings_pages after insert or update or delete on settings
  for each statement execute function tell_page_change();
create trigger release_readmes_pages after insert or update on release_readmes
  for each statement execute function tell_page_change();

-- Counts a release's files into its folders and languages; once, when its files are written.
create function count_release(counted uuid) returns void language sql as $$
  with nearest as (
    select folder, count(*) as files, sum(size) as size, cardinality(string_to_array(folder, '/')) as depths
    from release_files where release_id = counted group by folder
  ), above as (
    select array_to_string((string_to_array(folder, '/'))[1:depth], '/') as path, files, size, depth = depths as is_nearest
    from nearest cross join generate_series(0, depths) depth
  ), sums as (
    select
      path,
      case when path = '' then null when position('/' in path) = 0 then ''
        else left(path, length(path) - position('/' in reverse(path))) end as folder,
      sum(files) as files,
      coalesce(sum(files) filter (where is_nearest), 0) as own,
      sum(size) as size
    from above group by path
  ), inner_folders as (
    select folder as path, count(*) as folders from sums where folder is not null group by folder
  )
  insert into release_folders (release_id, path, folder, folders, entries, files, size)
  select counted, path, folder, coalesce(folders, 0), coalesce(folders, 0) + own, files, size
  from sums left join inner_folders using (path);
  insert into release_languages (release_id, language, size)
  select counted, language, sum(size) from release_files
  where release_id = counted and language is not null group by language;
$$;
