-- Where a file or folder stands in its release by name (lower case, then as it is written). The order used to be read from an
-- index on the paths themselves, which has no room for long paths in large letters.
drop index release_files_folder;
drop index release_folders_folder;
alter table release_files add column place integer;
alter table release_folders add column place integer;

update release_files set place = placed.place
from (select release_id, path, row_number() over (partition by release_id order by lower(path), path) as place from release_files) placed
where (release_files.release_id, release_files.path) = (placed.release_id, placed.path);
update release_folders set place = placed.place
from (select release_id, path, row_number() over (partition by release_id order by lower(path), path) as place from release_folders) placed
where (release_folders.release_id, release_folders.path) = (placed.release_id, placed.path);

alter table release_files alter column place set not null;
alter table release_folders alter column place set not null;
create index release_files_folder on release_files (release_id, folder, place);
create index release_folders_folder on release_folders (release_id, folder, place);
