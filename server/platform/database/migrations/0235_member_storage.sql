-- What each member has in the store of files, and what their running requests have reserved of it. Triggers add and
-- take away what is stored (functions/member_storage.sql).
create table member_storage (
  member_id uuid primary key references members on delete cascade,
  stored_bytes bigint not null default 0,
  reserved_bytes bigint not null default 0,
  -- What a process reserved that was killed meanwhile is free again from then on.
  reserved_until timestamptz not null default now()
);

-- The member whose upload brought the bytes; null for those that a process of the previous release stored.
alter table blobs add column member_id uuid references members on delete set null;
-- Of all stored sizes together; 0 for pictures from before.
alter table project_images add column bytes integer not null default 0;
-- 0 where an earlier release of the project has the copy already. The owner is here too, because a deleted release no
-- longer says whose it was.
alter table readme_pictures
  add column member_id uuid references members on delete set null,
  add column bytes integer not null default 0;

update blobs set member_id = used.owner_id from (
  select distinct on (sha256) sha256, owner_id from (
    select sha256, owner_id, releases.created_at from release_files
      join releases on releases.id = release_id join projects on projects.id = project_id
    union all
    select sha256, owner_id, touched_at from upload_files
      join uploads on uploads.id = upload_id join projects on projects.id = project_id
  ) uses
  order by sha256, created_at
) used where used.sha256 = blobs.sha256;

insert into member_storage (member_id, stored_bytes)
select member_id, sum(size) from (
  select member_id, size from blobs where member_id is not null
  union all
  select owner_id, size from reports join projects on projects.id = project_id
) stored
group by member_id;
