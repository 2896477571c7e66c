-- What lists draw of the release that a project points to, so that they read no other row for it: the shares of its languages
-- in percent, the top of its file tree with sizes in bytes (server/projects/releases/tree.ts), and how its README begins.
alter table projects
  add column languages jsonb not null default '[]',
  add column file_tree jsonb not null default '[]',
  add column readme_start text;

-- The releases there are already: their top level alone. How a README begins is noted when it is next rendered.
update projects set
  languages = coalesce((
    select jsonb_agg(jsonb_build_object('name', language, 'percent', percent) order by percent desc, language)
    from (
      select language, round(100 * size / sum(size) over ())::integer as percent
      from release_languages where release_languages.release_id = projects.release_id
      order by size desc, language limit 5
    ) shares where percent > 0
  ), '[]'),
  file_tree = coalesce((
    select jsonb_agg(
      jsonb_build_object('name', name, 'depth', 0, 'size', size, 'isEntry', false) order by not is_folder, lower(name), name
    )
    from (
      select path || '/' as name, size, true as is_folder
      from release_folders where release_folders.release_id = projects.release_id and folder = ''
      union all
      select path, size, false from release_files where release_files.release_id = projects.release_id and folder = ''
      order by size desc, name limit 9
    ) entries
  ), '[]')
where release_id is not null;
