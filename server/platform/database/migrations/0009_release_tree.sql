-- The folder a file lies in; '' is the top.
alter table release_files add column folder text not null generated always as (
  case when position('/' in path) = 0 then '' else left(path, length(path) - position('/' in reverse(path))) end
) stored;
create index release_files_folder on release_files (release_id, folder, lower(path), path);

-- The folders of a release with all that is in them, so that its tree can be read folder by folder. Path '' is the top.
create table release_folders (
  release_id uuid not null references releases on delete cascade,
  path text not null,
  -- The folder it lies in; null for the top.
  folder text,
  -- How many folders lie directly in it, and how many folders and files together.
  folders integer not null,
  entries integer not null,
  -- All that is in it, however deep.
  files integer not null,
  size bigint not null,
  primary key (release_id, path)
);
create index release_folders_folder on release_folders (release_id, folder, lower(path), path);

-- Bytes of a release in each known language.
create table release_languages (
  release_id uuid not null references releases on delete cascade,
  language text not null,
  size bigint not null,
  primary key (release_id, language)
);

-- The releases there are already.
with nearest as (
  select release_id, folder, count(*) as files, sum(size) as size, cardinality(string_to_array(folder, '/')) as depths
  from release_files group by release_id, folder
), above as (
  select
    release_id, array_to_string((string_to_array(folder, '/'))[1:depth], '/') as path, files, size, depth = depths as is_nearest
  from nearest cross join generate_series(0, depths) depth
), sums as (
  select
    release_id,
    path,
    case when path = '' then null when position('/' in path) = 0 then ''
      else left(path, length(path) - position('/' in reverse(path))) end as folder,
    sum(files) as files,
    coalesce(sum(files) filter (where is_nearest), 0) as own,
    sum(size) as size
  from above group by release_id, path
), inner_folders as (
  select release_id, folder as path, count(*) as folders from sums where folder is not null group by release_id, folder
)
insert into release_folders (release_id, path, folder, folders, entries, files, size)
select release_id, path, folder, coalesce(folders, 0), coalesce(folders, 0) + own, files, size
from sums left join inner_folders using (release_id, path);
insert into release_languages (release_id, language, size)
select release_id, language, sum(size) from release_files where language is not null group by release_id, language;

-- The bytes of a report, so that damaged ones are noticed; null for a report of an older version.
alter table reports add column sha256 text;
