-- What staff approved never changes.
create or replace function keep_edition() returns trigger language plpgsql as $$
begin
  raise exception 'edition % of project % is approved and never changes', old.number, old.project_id;
end $$;
create or replace trigger editions_keep before update on editions
  for each row when (old.number is not null) execute function keep_edition();

-- An edition and a change that waits begin as their record. A process of the release before knows of no demo sign-ins and
-- no questions, so that what it begins would have none.
create or replace function begin_edition() returns trigger language plpgsql as $$
begin
  select case when new.demo_sign_ins = '[]' then demo_sign_ins else new.demo_sign_ins end,
    case when new.code_questions = '[]' then code_questions else new.code_questions end
    into new.demo_sign_ins, new.code_questions
    from projects where id = new.project_id;
  return new;
end $$;
create or replace trigger editions_begin before insert on editions
  for each row when (new.demo_sign_ins = '[]' or new.code_questions = '[]') execute function begin_edition();

-- Who changes what staff reviewed says in the same transaction, and last, which edition the record holds. A process of an
-- earlier release does not know of editions: what it edits is not on sale until it is approved. It does not know either of
-- a change that waits, so it approves no project that has one, and what it sends back is off sale with what was approved;
-- who knows better says afterwards whether that stays on sale.
create or replace function guard_record() returns trigger language plpgsql as $$
begin
  if new.verification_status = 'approved' and old.verification_status <> 'approved'
    and exists (select from editions where project_id = new.id and number is null) then
    raise exception 'a change of project % waits, which this approval does not know', new.id;
  end if;
  if new.verification_status in ('rejected', 'needs_changes') and old.verification_status <> new.verification_status then
    update editions set keeps_sale = false where project_id = new.id and number is null and keeps_sale;
  end if;
  if new.edition is not distinct from old.edition and (
    new.title, new.description, new.category, new.features, new.requirements, new.demo_url, new.github_url, new.licence,
    new.release_id, new.report_key, new.demo_sign_ins, new.code_questions
  ) is distinct from (
    old.title, old.description, old.category, old.features, old.requirements, old.demo_url, old.github_url, old.licence,
    old.release_id, old.report_key, old.demo_sign_ins, old.code_questions
  ) then
    new.edition := null;
  end if;
  return new;
end $$;
create or replace trigger projects_guard_record before update of verification_status, title, description, category, features,
    requirements, demo_url, github_url, licence, release_id, report_key, demo_sign_ins, code_questions
  on projects for each row execute function guard_record();

create or replace function forget_edition() returns trigger language plpgsql as $$
begin
  update projects set edition = null where id = coalesce(new.project_id, old.project_id) and edition is not null;
  return null;
end $$;
create or replace trigger project_images_forget_edition after insert or delete or update of alt, position on project_images
  for each row execute function forget_edition();

-- An erased project has no texts, so it has no editions either, whichever release erases it.
create or replace function erase_editions() returns trigger language plpgsql as $$
begin
  delete from editions where project_id = new.id;
  return null;
end $$;
create or replace trigger projects_erase_editions after update of deleted_at, description on projects
  for each row when (new.deleted_at is not null and new.description = '') execute function erase_editions();

-- The release before reads approved_editions.
create or replace function write_approved_edition() returns trigger language plpgsql as $$
begin
  delete from approved_editions where project_id = coalesce(new.project_id, old.project_id);
  insert into approved_editions (project_id, approved_at, title, description, features, requirements, category, demo_url,
    github_url, licence, pictures, price_paise, report_price_paise, bundle_price_paise)
  select project_id, approved_at, title, description, features, requirements, category, demo_url, github_url, licence,
    array(select (picture->>'id')::uuid from jsonb_array_elements(pictures) with ordinality as of_edition (picture, place) order by place),
    price_paise, report_price_paise, bundle_price_paise
  from editions where project_id = coalesce(new.project_id, old.project_id) and number is not null
    and exists (select from projects where id = project_id)
  order by number desc limit 1;
  return null;
end $$;
create or replace trigger editions_written after insert on editions
  for each row when (new.number is not null) execute function write_approved_edition();
create or replace trigger editions_unwritten after delete on editions
  for each row when (old.number is not null) execute function write_approved_edition();

-- The release that a project's owner and staff see: of the change that waits, or else of the record.
create or replace function edited_release(project projects) returns uuid language sql stable parallel safe as $$
  select case when waiting.id is null then project.release_id else waiting.release_id end
  from (select) one left join editions waiting on waiting.project_id = project.id and waiting.number is null
$$;

-- The pictures of a record, and those that its owner and staff see.
create or replace function pictures_of(project uuid) returns jsonb language sql stable parallel safe as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', id, 'alt', alt, 'width', width, 'height', height, 'thumbnail', thumbnail) order by position), '[]')
  from project_images where project_id = project
$$;
create or replace function edited_pictures(project uuid) returns jsonb language sql stable parallel safe as $$
  select coalesce((select pictures from editions where project_id = project and number is null), pictures_of(project))
$$;
