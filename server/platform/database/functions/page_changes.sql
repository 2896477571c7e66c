-- Tells every process that what public pages show has changed, when the change is committed: anything that any page may
-- show, or a project, by its id, whose own pages are to be anew at once, or 'all' pages, also those that are kept for
-- when the database does not answer. Each is sent once for a transaction.
create or replace function tell_page_change() returns trigger language plpgsql as $$
begin
  notify page_changes;
  return null;
end $$;
create or replace function tell_member_gone() returns trigger language plpgsql as $$
begin
  perform pg_notify('page_changes', 'all');
  return null;
end $$;
create or replace function tell_project_change() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'projects' then perform pg_notify('page_changes', new.id::text);
  else perform pg_notify('page_changes', coalesce(new.project_id, old.project_id)::text);
  end if;
  return null;
end $$;

-- Whatever is published, taken off, sold, rated or priced anew passes here.
create or replace trigger published_projects_pages after insert or delete on published_projects
  for each row execute function tell_project_change();
-- An edit that waits publishes a project again as it is.
create or replace trigger published_projects_changed_pages after update on published_projects for each row
  when (old.* is distinct from new.*) execute function tell_project_change();
create or replace trigger published_projects_emptied after truncate on published_projects
  for each statement execute function tell_page_change();
-- What a published project shows besides; the counter of downloads waits until the page is made anew.
create or replace trigger projects_pages after update of
    title, description, category, price_paise, technologies, features, requirements, tags, difficulty, demo_url, github_url,
    licence, allows_customization, includes_installation_support, release_id, report_name, report_price_paise, bundle_price_paise,
    demo_sign_ins, demo_sign_ins_public, allows_seats, code_questions, deleted_at, ran_at, run_count, free_run_count, ran_count, free_ran_count
  on projects for each row execute function tell_project_change();
create or replace trigger project_images_pages after insert or update or delete on project_images
  for each row execute function tell_project_change();
create or replace trigger releases_pages after delete on releases
  for each row execute function tell_project_change();
-- What staff never approved shows nowhere, so an upload in place of one that waits drops no page.
create or replace trigger releases_changed_pages after update on releases
  for each row when (old.status <> 'pending' or new.status not in ('pending', 'withdrawn'))
  execute function tell_project_change();
create or replace trigger reviews_pages after insert or update or delete on reviews
  for each row execute function tell_project_change();
create or replace trigger questions_pages after insert or update or delete on questions
  for each row execute function tell_project_change();
-- Of a member the name stands on pages of projects, more only of those whose profile is public. Most changes show nowhere.
create or replace trigger members_pages after update on members for each row
  when (old.name <> new.name or old.is_public <> new.is_public or new.is_public and (
    old.college <> new.college or old.profile_picture is distinct from new.profile_picture))
  execute function tell_page_change();
-- Whoever deletes the account, hides the profile or is deactivated may be named on pages of any project: by reviews,
-- questions and answers.
create or replace trigger members_gone_pages after update on members for each row
  when (old.is_public and not new.is_public or old.deactivated_at is null and new.deactivated_at is not null
    or old.erased_at is null and new.erased_at is not null)
  execute function tell_member_gone();
create or replace trigger settings_pages after insert or update or delete on settings
  for each statement execute function tell_page_change();
create or replace trigger synonym_sets_pages after insert or update or delete on synonym_sets
  for each statement execute function tell_page_change();
create or replace trigger synonyms_pages after insert or update or delete on synonyms
  for each statement execute function tell_page_change();
create or replace trigger release_checks_pages after insert or delete on release_checks
  for each statement execute function tell_page_change();
-- After a change of the rules every release is checked again, and few results differ.
create or replace trigger release_checks_anew_pages after update on release_checks for each row
  when (old.result is distinct from new.result or old.switches is distinct from new.switches) execute function tell_page_change();
create or replace trigger finding_waivers_pages after insert or update or delete on finding_waivers
  for each row execute function tell_project_change();
create or replace trigger finding_rules_pages after insert or update or delete on finding_rules
  for each statement execute function tell_page_change();
create or replace trigger release_readmes_pages after insert or update on release_readmes
  for each statement execute function tell_page_change();
create or replace trigger project_samples_pages after insert or update or delete on project_samples
  for each row execute function tell_project_change();
create or replace trigger sample_highlights_pages after insert or update on sample_highlights
  for each statement execute function tell_page_change();
-- A run shows nothing before it ended and somebody let it be shown.
create or replace trigger run_records_pages after update on run_records for each row
  when (old.shown_at is distinct from new.shown_at or old.behind_shown_at is distinct from new.behind_shown_at
    or new.shown_at is not null and old.owner_note is distinct from new.owner_note)
  execute function tell_project_change();
create or replace trigger run_records_added_pages after insert on run_records for each row
  when (new.shown_at is not null) execute function tell_project_change();
create or replace trigger run_records_deleted_pages after delete on run_records for each row
  when (old.shown_at is not null) execute function tell_project_change();
