-- What each member has in the store, counted where files are recorded and deleted: the files of their uploads, their
-- reports, the pictures of their projects and of their messages in help requests, and our copies of those in their READMEs.
create or replace function count_stored_bytes() returns trigger language plpgsql as $$
begin
  execute format('
    insert into member_storage (member_id, stored_bytes)
    select member_id, $1 * sum(bytes) from (%s) changed (member_id, bytes)
    where member_id is not null group by member_id order by member_id
    on conflict (member_id) do update set stored_bytes = member_storage.stored_bytes + excluded.stored_bytes',
    format(case tg_table_name
      when 'blobs' then 'select member_id, size from %I'
      when 'readme_pictures' then 'select member_id, bytes from %I'
      when 'help_pictures' then 'select member_id, bytes from %I'
      when 'reports' then 'select owner_id, size from %I as file join projects on projects.id = file.project_id'
      else 'select owner_id, bytes from %I as file join projects on projects.id = file.project_id'
    end, case tg_op when 'INSERT' then 'added' else 'removed' end))
  using case tg_op when 'INSERT' then 1 else -1 end;
  return null;
end $$;
create or replace trigger blobs_count_added after insert on blobs
  referencing new table as added for each statement execute function count_stored_bytes();
create or replace trigger blobs_count_removed after delete on blobs
  referencing old table as removed for each statement execute function count_stored_bytes();
create or replace trigger reports_count_added after insert on reports
  referencing new table as added for each statement execute function count_stored_bytes();
create or replace trigger reports_count_removed after delete on reports
  referencing old table as removed for each statement execute function count_stored_bytes();
create or replace trigger project_images_count_added after insert on project_images
  referencing new table as added for each statement execute function count_stored_bytes();
create or replace trigger project_images_count_removed after delete on project_images
  referencing old table as removed for each statement execute function count_stored_bytes();
create or replace trigger unlisted_images_count_added after insert on unlisted_images
  referencing new table as added for each statement execute function count_stored_bytes();
create or replace trigger unlisted_images_count_removed after delete on unlisted_images
  referencing old table as removed for each statement execute function count_stored_bytes();
create or replace trigger readme_pictures_count_added after insert on readme_pictures
  referencing new table as added for each statement execute function count_stored_bytes();
create or replace trigger readme_pictures_count_removed after delete on readme_pictures
  referencing old table as removed for each statement execute function count_stored_bytes();
create or replace trigger help_pictures_count_added after insert on help_pictures
  referencing new table as added for each statement execute function count_stored_bytes();
create or replace trigger help_pictures_count_removed after delete on help_pictures
  referencing old table as removed for each statement execute function count_stored_bytes();
