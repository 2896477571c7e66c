-- When the release of a project ran, by the newest record of it that everybody may see; null when that says otherwise.
create or replace function release_ran_at(of_release uuid) returns timestamptz language sql stable as $$
  select case when outcome = 'ran' then ended_at end from run_records
  where release_id = of_release and shown_at is not null order by ended_at desc limit 1
$$;
-- Whatever puts another release on sale, a process of the release before too, shows what is known of that one.
create or replace function keep_ran_at() returns trigger language plpgsql as $$
begin
  new.ran_at := release_ran_at(new.release_id);
  return new;
end $$;
create or replace trigger projects_ran_at before update of release_id on projects for each row
  when (old.release_id is distinct from new.release_id) execute function keep_ran_at();
