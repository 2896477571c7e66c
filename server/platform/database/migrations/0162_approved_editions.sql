-- What staff approved of a project, as it was when they last did.
create table approved_editions (
  project_id uuid primary key references projects on delete cascade,
  approved_at timestamptz not null,
  title text not null,
  description text not null,
  features text[] not null,
  requirements text[] not null,
  category text not null,
  demo_url text,
  github_url text,
  -- The ids of the pictures, in their order.
  pictures uuid[] not null,
  price_paise integer not null check (price_paise >= 0),
  report_price_paise integer,
  bundle_price_paise integer
);

-- What approved projects were when they were approved is not known any more; what they are now is nearest to it.
insert into approved_editions
  select id, coalesce(verified_at, updated_at), title, description, features, requirements, category, demo_url, github_url,
    array(select image.id from project_images image where image.project_id = projects.id order by position),
    price_paise, report_price_paise, bundle_price_paise
  from projects where verification_status = 'approved' and deleted_at is null;
