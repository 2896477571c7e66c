-- Money is whole paise, sizes are bytes, times are UTC.

create table members (
  id uuid primary key,
  email text not null unique,
  name text not null,
  phone text not null default '',
  college text not null default '',
  course text not null default '',
  year text not null default '',
  address jsonb not null default '{"street":"","city":"","state":"","country":"India","pincode":""}',
  social_media jsonb not null default '{"instagram":null,"facebook":null,"twitter":null,"linkedin":null,"youtube":null}',
  preferences jsonb not null default '{"newsletter":false,"notifications":true,"marketingEmails":false,"publicProfile":false}',
  profile_picture text,
  is_agent boolean not null default false,
  is_email_verified boolean not null default false,
  referral_code text not null unique,
  referred_by uuid references members check (referred_by <> id),
  deactivated_at timestamptz,
  created_at timestamptz not null default now()
);

create table staff (
  id uuid primary key,
  email text not null unique,
  name text not null,
  password_hash text not null,
  role text not null check (role in ('admin', 'super_admin')),
  is_active boolean not null default true,
  created_at timestamptz not null default now()
);

-- The newest one-time code of each email; the code itself is kept only as a keyed hash bound to the session token.
create table one_time_codes (
  email text primary key,
  session_hash text not null,
  code_hash text not null,
  tries smallint not null default 0,
  sent_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);

create table sessions (
  id uuid primary key,
  member_id uuid references members on delete cascade,
  staff_id uuid references staff on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  check (num_nonnulls(member_id, staff_id) = 1)
);
create index sessions_member on sessions (member_id);
create index sessions_staff on sessions (staff_id);
create index sessions_ended on sessions (expires_at);

create table refresh_tokens (
  token_hash text primary key,
  session_id uuid not null references sessions on delete cascade,
  used_at timestamptz,
  created_at timestamptz not null default now()
);
create index refresh_tokens_session on refresh_tokens (session_id);

-- Counters for the limits that every process must share.
create table attempts (
  bucket text primary key,
  tries integer not null,
  window_ends_at timestamptz not null
);

create table projects (
  id uuid primary key,
  owner_id uuid not null references members,
  title text not null,
  description text not null,
  category text not null,
  price_paise integer not null check (price_paise >= 0),
  technologies text[] not null default '{}',
  features text[] not null default '{}',
  requirements text[] not null default '{}',
  tags text[] not null default '{}',
  difficulty text not null,
  demo_url text,
  github_url text,
  repository text not null unique,
  allows_customization boolean not null default true,
  includes_installation_support boolean not null default true,
  is_featured boolean not null default false,
  is_active boolean not null default true,
  verification_status text not null default 'pending'
    check (verification_status in ('pending', 'approved', 'rejected', 'under_review', 'needs_changes')),
  verification_notes text,
  verified_at timestamptz,
  release_id uuid,
  report_key text,
  report_name text,
  report_price_paise integer check (report_price_paise >= 0),
  rating_sum integer not null default 0,
  rating_count integer not null default 0,
  sales_count integer not null default 0,
  download_count integer not null default 0,
  deleted_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((report_key is null) = (report_price_paise is null))
);
create index projects_owner on projects (owner_id, created_at desc);
create index projects_status on projects (verification_status, created_at desc);

create table project_images (
  id uuid primary key,
  project_id uuid not null references projects on delete cascade,
  position smallint not null,
  alt text not null default '',
  width integer not null,
  height integer not null,
  unique (project_id, position) deferrable initially deferred
);

-- The only table that public queries search: what is published, narrow, kept in the same transaction as the project.
create table published_projects (
  project_id uuid primary key references projects on delete cascade,
  category text not null,
  difficulty text not null,
  price_paise integer not null,
  -- As spelled by the owner; no two of them differ only in case.
  technologies text[] not null,
  rating numeric(3, 2) not null,
  rating_count integer not null,
  sales_count integer not null,
  is_featured boolean not null,
  created_at timestamptz not null,
  words tsvector not null
);

create function folded(names text[]) returns text[] language sql immutable strict parallel safe as $$
  select coalesce(array_agg(lower(name)), '{}') from unnest(names) name
$$;

create index published_featured on published_projects (is_featured desc, sales_count desc, project_id desc);
create index published_newest on published_projects (created_at desc, project_id desc);
create index published_price on published_projects (price_paise, project_id);
create index published_rating on published_projects (rating desc, rating_count desc, project_id desc);
create index published_category on published_projects (category, is_featured desc, sales_count desc, project_id desc);
create index published_category_price on published_projects (category, price_paise, project_id);
create index published_filters on published_projects (category, difficulty, price_paise)
  include (is_featured, sales_count, created_at, rating, rating_count, project_id);
create index published_technologies on published_projects using gin (folded(technologies)) with (fastupdate = off);
create index published_words on published_projects using gin (words) with (fastupdate = off);

-- How many are published of each category, difficulty and technology ('' counts all technologies): exact totals without
-- reading the projects.
create table published_counts (
  category text,
  difficulty text,
  technology text,
  projects integer not null,
  primary key (category, difficulty, technology)
);

create table verifications (
  id uuid primary key,
  project_id uuid not null references projects on delete cascade,
  release_id uuid,
  status text not null,
  previous_status text not null,
  notes text,
  verified_by text not null,
  verified_at timestamptz not null default now()
);
create index verifications_project on verifications (project_id, verified_at desc);

create table staff_actions (
  id uuid primary key,
  staff_id uuid not null references staff,
  action text not null,
  target text not null,
  before jsonb,
  after jsonb,
  happened_at timestamptz not null default now()
);

-- Stored once for each content; a row exists only when the bytes are safely in the store.
create table blobs (
  sha256 text primary key,
  size integer not null,
  -- Where the bytes are. Never used twice, so that sweeping an abandoned object cannot hit a newer one.
  key text not null unique,
  -- Null when the bytes are not text.
  lines integer,
  -- Stored, or seen again in an upload: what is swept was not needed for long.
  stored_at timestamptz not null default now()
);

-- At most one upload is open for a project; a later first chunk replaces it.
create table uploads (
  id uuid primary key,
  project_id uuid not null unique references projects on delete cascade,
  total_chunks integer not null,
  started_at timestamptz not null default now(),
  touched_at timestamptz not null default now()
);

create table upload_chunks (
  upload_id uuid not null references uploads on delete cascade,
  chunk_index integer not null,
  content_hash text not null,
  primary key (upload_id, chunk_index)
);

create table upload_files (
  upload_id uuid not null references uploads on delete cascade,
  chunk_index integer not null,
  path text not null,
  sha256 text not null references blobs,
  size integer not null,
  primary key (upload_id, chunk_index, path)
);
create index upload_files_blob on upload_files (sha256);

create table releases (
  id uuid primary key,
  project_id uuid not null references projects,
  number integer not null,
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected', 'withdrawn')),
  notes text,
  file_count integer not null,
  total_size integer not null,
  lines integer not null,
  readme_sha256 text references blobs,
  archive_sha256 text,
  archive_size bigint,
  -- Stays when the owner withdraws the release: its buyers may still download it.
  approved_at timestamptz,
  created_at timestamptz not null default now(),
  unique (project_id, number)
);
alter table projects add foreign key (release_id) references releases;

create table release_files (
  release_id uuid not null references releases on delete cascade,
  path text not null,
  sha256 text not null references blobs,
  size integer not null,
  language text,
  primary key (release_id, path)
);
create index release_files_blob on release_files (sha256);

-- A project's report file. It stays when the report is taken off sale, for those who bought it.
create table reports (
  project_id uuid primary key references projects on delete cascade,
  key text not null unique,
  name text not null,
  size integer not null,
  stored_at timestamptz not null default now()
);

create table payments (
  id uuid primary key,
  member_id uuid not null references members,
  idempotency_key text not null,
  -- The keys of later checkouts of the same things, which were answered with this payment.
  joined_keys text[] not null default '{}',
  gateway text not null,
  gateway_order_id text unique,
  -- Until then one process alone may ask the gateway for this payment's order; not null once it was asked.
  gateway_claimed_until timestamptz,
  -- When the gateway was last asked what was paid.
  asked_at timestamptz,
  gateway_payment_id text unique,
  amount_paise integer not null check (amount_paise >= 0),
  state text not null,
  status text not null default 'created' check (status in ('created', 'captured', 'failed', 'cancelled')),
  created_at timestamptz not null default now(),
  captured_at timestamptz,
  unique (member_id, idempotency_key)
);
create index payments_uncaptured on payments (created_at) where status <> 'captured';

create table orders (
  id uuid primary key,
  payment_id uuid not null references payments,
  member_id uuid not null references members,
  project_id uuid not null references projects,
  kind text not null check (kind in ('source', 'report')),
  title text not null,
  amount_paise integer not null check (amount_paise >= 0),
  owner_id uuid not null references members,
  referrer_id uuid references members,
  -- The approved release at the time of purchase; null for a report.
  release_id uuid references releases,
  status text not null default 'pending'
    check (status in ('pending', 'completed', 'failed', 'cancelled', 'refund_requested', 'refunded')),
  created_at timestamptz not null default now(),
  completed_at timestamptz
);
create index orders_member on orders (member_id, created_at desc);
create index orders_payment on orders (payment_id);
create index orders_project on orders (project_id);
-- A member owns a thing at most once.
create unique index orders_owned on orders (member_id, project_id, kind) where status in ('completed', 'refund_requested');

create table gateway_events (
  id text primary key,
  received_at timestamptz not null default now()
);
create index gateway_events_received on gateway_events (received_at);

-- The sandbox gateway's own books: it plays an outside company.
create table sandbox_orders (
  id text primary key,
  amount_paise integer not null,
  description text not null,
  status text not null default 'created' check (status in ('created', 'paid', 'failed')),
  payment_id text,
  created_at timestamptz not null default now()
);

create table ledger_transactions (
  id uuid primary key,
  -- 'overpayment': money captured for an order that was not delivered; it is to be returned.
  kind text not null check (kind in ('sale', 'overpayment', 'refund', 'payout')),
  order_id uuid references orders,
  happened_at timestamptz not null default now(),
  unique (order_id, kind)
);

create table ledger_entries (
  transaction_id uuid not null references ledger_transactions,
  account text not null,
  amount_paise bigint not null,
  primary key (transaction_id, account)
);
create index ledger_entries_account on ledger_entries (account);

create table reviews (
  id uuid primary key,
  order_id uuid not null unique references orders,
  project_id uuid not null references projects on delete cascade,
  member_id uuid not null references members,
  rating smallint not null check (rating between 1 and 5),
  text text not null,
  created_at timestamptz not null default now()
);
create index reviews_project on reviews (project_id, created_at desc);

create table downloads (
  member_id uuid not null references members,
  release_id uuid not null references releases,
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  times integer not null default 1,
  primary key (member_id, release_id)
);

create table contact_messages (
  id uuid primary key,
  name text not null,
  email text not null,
  phone text not null default '',
  subject text not null,
  message text not null,
  project_id uuid references projects on delete set null,
  status text not null default 'unread' check (status in ('unread', 'read', 'replied', 'closed')),
  created_at timestamptz not null default now(),
  -- The first time the status became 'replied'; kept by a trigger, whoever sets the status.
  replied_at timestamptz
);
create index contact_messages_newest on contact_messages (created_at desc);

-- What the shop remembers about itself.
create table settings (
  name text primary key,
  value jsonb not null
);
