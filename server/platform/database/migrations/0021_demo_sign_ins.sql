-- With what buyers sign in to the program, and what its owner explains of the code: parts of an edition. Sign-ins as
-- [{role, user, password}], questions as [{question, answer}], in their order.
alter table projects add column demo_sign_ins jsonb not null default '[]';
alter table projects add column code_questions jsonb not null default '[]';
alter table editions add column demo_sign_ins jsonb not null default '[]';
alter table editions add column code_questions jsonb not null default '[]';
-- Whether everybody sees those sign-ins that staff approved; a switch of the owner's.
alter table projects add column demo_sign_ins_public boolean not null default false;

-- Projects as their owners and staff see them: the record with the change that waits laid over it. A column that projects
-- gets later is added here too.
create or replace view edited_projects as
select projects.id, owner_id, repository, price_paise_of.*, technologies, tags, difficulty,
  case when waiting.id is null then projects.title else waiting.title end as title,
  case when waiting.id is null then projects.description else waiting.description end as description,
  case when waiting.id is null then projects.category else waiting.category end as category,
  case when waiting.id is null then projects.features else waiting.features end as features,
  case when waiting.id is null then projects.requirements else waiting.requirements end as requirements,
  case when waiting.id is null then projects.demo_url else waiting.demo_url end as demo_url,
  case when waiting.id is null then projects.github_url else waiting.github_url end as github_url,
  case when waiting.id is null then projects.licence else waiting.licence end as licence,
  case when waiting.id is null then projects.release_id else waiting.release_id end as release_id,
  case when waiting.id is null then projects.report_key else waiting.report_key end as report_key,
  case when waiting.id is null then projects.report_name else waiting.report_name end as report_name,
  case when waiting.id is null then projects.languages else waiting.languages end as languages,
  case when waiting.id is null then projects.file_tree else waiting.file_tree end as file_tree,
  case when waiting.id is null and verification_status = 'approved' then verified_at end as verified_at,
  greatest(projects.updated_at, waiting.updated_at) as updated_at,
  allows_customization, includes_installation_support, is_active, is_featured, featured_place, verification_status,
  verification_notes, unsent_since, was_reminded, rating_sum, rating_count, sales_count, download_count, run_count, ran_count,
  free_run_count, free_ran_count, deleted_at, projects.created_at, archived_at, taken_off_at, idempotency_key, request_hash,
  edition, waiting.id is not null as has_changes, coalesce(waiting.keeps_sale, false) as keeps_sale,
  projects.release_id as record_release_id, projects.report_key as record_report_key,
  case when waiting.id is null then projects.demo_sign_ins else waiting.demo_sign_ins end as demo_sign_ins,
  case when waiting.id is null then projects.code_questions else waiting.code_questions end as code_questions,
  demo_sign_ins_public
from projects
  left join editions waiting on waiting.project_id = projects.id and waiting.number is null
  cross join lateral (
    select projects.price_paise,
      case when waiting.id is null then projects.report_price_paise
        when waiting.report_key is null then null
        else coalesce(projects.report_price_paise, waiting.report_price_paise, 0) end as report_price_paise,
      case when waiting.id is null then projects.bundle_price_paise
        when waiting.report_key is null then null
        when projects.report_key is null then waiting.bundle_price_paise
        else projects.bundle_price_paise end as bundle_price_paise
  ) price_paise_of;
