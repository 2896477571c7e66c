-- Whether the buyers of a project may invite others; a switch of the owner's, who licenses that first.
alter table projects add column allows_seats boolean not null default false;

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
  demo_sign_ins_public, allows_seats
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

-- The seats that the buyer of a source gives to their team. One is an invitation until somebody accepts it; until then a
-- keyed hash of the address is all that is kept of who is invited.
create table seats (
  id uuid primary key,
  order_id uuid not null references orders,
  place smallint not null check (place between 1 and 3),
  invited_at timestamptz not null default now(),
  expires_at timestamptz not null, -- Of the invitation; then it is deleted.
  -- Null once it is accepted.
  address_hash text,
  token_hash text unique,
  -- Who accepted it; null once their account is erased.
  member_id uuid references members,
  accepted_at timestamptz,
  -- The licence: its code as in licences, and the name when it was accepted.
  code text unique check (code ~ '^[0-9A-HJKMNP-TV-Z]{20}$'),
  name text,
  ended_at timestamptz, -- It was taken back or given up.
  check ((accepted_at is null) = (address_hash is not null)),
  check ((accepted_at is null) = (token_hash is not null)),
  check ((accepted_at is null) = (code is null))
);
-- An order has three places, and each of them one seat at a time.
create unique index seats_place on seats (order_id, place) where ended_at is null;
create unique index seats_address on seats (order_id, address_hash);
create unique index seats_member_order on seats (order_id, member_id) where ended_at is null;
create index seats_member on seats (member_id);
create index seats_open on seats (expires_at) where accepted_at is null;

-- The keyed hashes of the addresses whose readers said 'Not me': they are invited no more.
create table seat_refusals (
  address_hash text primary key,
  refused_at timestamptz not null default now()
);
