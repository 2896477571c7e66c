-- What staff review of a project: each approval numbers what it was then, for good. At most one for a project has no
-- number: the change that its owner has made since and that waits.
create table editions (
  id uuid primary key default gen_random_uuid(),
  project_id uuid not null references projects on delete cascade,
  number integer,
  approved_at timestamptz,
  title text not null,
  description text not null,
  category text not null,
  features text[] not null,
  requirements text[] not null,
  demo_url text,
  github_url text,
  licence text not null,
  release_id uuid,
  report_key text,
  report_name text,
  pictures jsonb not null, -- In their order, each with its id, alt, width, height and thumbnail.
  -- Of the release, as in projects.
  languages jsonb not null default '[]',
  file_tree jsonb not null default '[]',
  -- At the approval. Of a change that waits: what its report will cost where the record has none.
  price_paise integer,
  report_price_paise integer,
  bundle_price_paise integer,
  -- Of a change that waits: whether what was approved before may stay on sale meanwhile.
  keeps_sale boolean not null default false,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  check ((number is null) = (approved_at is null)),
  check (number is null or price_paise is not null)
);
create unique index editions_number on editions (project_id, number);
create unique index editions_waiting on editions (project_id) where number is null;

-- Pictures in the store that are in no record: those of changes that wait, and those that an approval replaced, until it
-- cannot be taken back any more.
create table unlisted_images (
  id uuid primary key,
  project_id uuid not null references projects on delete cascade,
  bytes integer not null
);
create index unlisted_images_project on unlisted_images (project_id);

-- The number of the edition that the record holds; null when it is as no approval left it.
alter table projects add column edition integer;

insert into editions (project_id, number, approved_at, title, description, category, features, requirements, demo_url, github_url,
  licence, release_id, report_key, report_name, pictures, languages, file_tree, price_paise, report_price_paise, bundle_price_paise)
select id, 1, coalesce(verified_at, now()), projects.title, projects.description, projects.category, projects.features,
  projects.requirements, projects.demo_url, projects.github_url, projects.licence, release_id, report_key, report_name,
  (select coalesce(jsonb_agg(jsonb_build_object(
      'id', id, 'alt', alt, 'width', width, 'height', height, 'thumbnail', thumbnail) order by position), '[]')
    from project_images where project_id = projects.id),
  languages, file_tree,
  coalesce(approved.price_paise, projects.price_paise),
  case when approved.project_id is null then projects.report_price_paise else approved.report_price_paise end,
  case when approved.project_id is null then projects.bundle_price_paise else approved.bundle_price_paise end
from projects left join approved_editions approved on approved.project_id = projects.id
where verification_status = 'approved' and deleted_at is null and release_id is not null;
update projects set edition = 1 where exists (select from editions where project_id = projects.id);

-- Of what waits its record is no edition any more, because removed pictures are gone; what was approved is known to compare
-- with and to count by.
insert into editions (project_id, number, approved_at, title, description, category, features, requirements, demo_url, github_url,
  licence, release_id, report_key, report_name, pictures, price_paise, report_price_paise, bundle_price_paise)
select project_id, 1, approved_at, title, description, category, features, requirements, demo_url, github_url, licence,
  (select id from releases where releases.project_id = approved.project_id and releases.approved_at is not null
    order by number desc limit 1),
  report.key, report.name,
  (select coalesce(jsonb_agg(jsonb_build_object('id', picture) order by place), '[]')
    from unnest(pictures) with ordinality as of_project (picture, place)),
  price_paise, report_price_paise, bundle_price_paise
from approved_editions approved
  left join lateral (select key, name from reports where reports.project_id = approved.project_id
    and reports.approved_at is not null order by reports.approved_at desc limit 1) report on true
where not exists (select from editions where editions.project_id = approved.project_id);

-- Projects as their owners and staff see them: the record with the change that waits laid over it. A column that projects
-- gets later is added here too.
create view edited_projects as
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
  projects.release_id as record_release_id, projects.report_key as record_report_key
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
