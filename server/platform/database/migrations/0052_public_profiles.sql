-- The id of the picture that stands for a member; its variants lie in the store under avatars/.
alter table members alter column profile_picture type uuid using profile_picture::uuid;
create unique index members_profile_picture on members (profile_picture) where profile_picture is not null;

-- The one rule of whose profile everybody may see.
alter table members add column is_public boolean not null
  generated always as (preferences @> '{"publicProfile": true}' and deactivated_at is null) stored;
create index members_public on members (id) where is_public;
