-- Counts a release's files into its folders and languages; once, when its files are written.
create or replace function count_release(counted uuid) returns void language sql as $$
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
