-- The schema of a new database: tables by area, in an order that foreign keys allow. Money is whole paise, sizes are bytes,
-- times are UTC. Later migrations go on from here; functions and triggers are in functions/, except for those by which a
-- column or an index is computed: changing one of them is a migration.


-- Words: extensions, the text search of descriptions, and functions that columns and indexes are computed with.

create extension if not exists pg_trgm;
create extension if not exists fuzzystrmatch;

-- Words without the most common English ones, but not cut to their stems.
create text search dictionary plain_english (template = pg_catalog.simple, stopwords = english);
create text search configuration plain_english (copy = pg_catalog.simple);
alter text search configuration plain_english alter mapping replace simple with plain_english;

-- Names in lower case.
create function folded(names text[]) returns text[] language sql immutable strict parallel safe as $$
  select coalesce(array_agg(lower(name)), '{}') from unnest(names) name
$$;

-- The step of a price, ascending with it. Even steps are one price each: the multiples of ₹50 and the price ₹1 below
-- (from ₹5,000 on: of ₹1,000). Odd steps are the prices between, so that limits people choose fall between steps.
-- One expression without a source of its own, so that the planner writes it into its plans.
create function price_step(paise integer) returns integer language sql immutable parallel safe as $$
  select case
    when paise < 500000 then 4 * (paise / 5000) + case
      when paise % 5000 = 0 then 0 when paise % 5000 < 4900 then 1 when paise % 5000 = 4900 then 2 else 3 end
    else 400 + 4 * ((paise - 500000) / 100000) + case
      when paise % 100000 = 0 then 0 when paise % 100000 < 99900 then 1 when paise % 100000 = 99900 then 2 else 3 end
  end
$$;

-- A text in lower case with names that have signs in letters: C++ is cplusplus, C# csharp, ASP.NET asp-dotnet.
create function search_names(typed text) returns text language sql immutable parallel safe strict
return regexp_replace(regexp_replace(regexp_replace(regexp_replace(lower(normalize(typed, nfkc)),
  '\m([a-z]+) ?\+\+', '\1plusplus ', 'g'), '\m([a-z])#', '\1sharp ', 'g'),
  '(\w)\.net\M', '\1-dotnet', 'g'), '\.net\M', ' dotnet', 'g');
-- A text with spaces for its signs.
create function search_spaced(names text) returns text language sql immutable parallel safe strict
return translate(names, E'\n\r\t!"#$%&''()*+,-./:;<=>?@[\\]^_`{|}~‘’“”–—…·•₹', repeat(' ', 45));
-- The words of a text in their order.
create function search_parts(typed text) returns text[] language sql immutable parallel safe strict
return array_remove(string_to_array(search_spaced(search_names(typed)), ' '), '');
-- The stem of a word in lower case; a word that is too common for one is its own.
create function search_stem(word text) returns text language sql immutable parallel safe strict
return coalesce((ts_lexize('english_stem', word))[1], word);
-- The stems of a text in their order: texts with the same key are the same words.
create function search_key(typed text) returns text language sql immutable parallel safe strict
return coalesce((
  select string_agg(search_stem(part), ' ' order by place) from unnest(search_parts(typed)) with ordinality parts (part, place)
), '');
-- How a word sounds, for words of English letters; empty for others.
create function search_sound(word text) returns text language sql immutable parallel safe strict
return case when word ~ '^[a-z]+$' then dmetaphone(word) else '' end;


-- Platform: what outside systems and every process share.

-- The SQL files that have been applied to this database: this one, then numbered migrations.
create table migrations (
  name text primary key,
  applied_at timestamptz not null default now()
);

-- The files of functions and triggers as they were last applied; the row `release` has the newest release that did.
create table function_files (
  name text primary key,
  sha256 text not null
);

-- Counters of the rate limits, which all processes share.
create table attempts (
  bucket text primary key,
  count integer not null,
  window_ends_at timestamptz not null
);
create index attempts_end on attempts (window_ends_at);

-- Links in mails that sign in once, for when codes or passwords are being guessed.
create table one_time_links (
  token_hash text primary key,
  audience text not null, -- 'member' of an email, or 'staff' of a staff member's id.
  subject text not null,
  expires_at timestamptz not null
);
create index one_time_links_subject on one_time_links (audience, subject);

-- What became of an email's job, for the case that it is done again: the queue forgets who was killed.
create table mail_outcomes (
  job_id uuid primary key,
  sent_at timestamptz,
  unanswered integer not null default 0, -- How often the whole email was handed over and no answer came.
  updated_at timestamptz not null default now()
);
create index mail_outcomes_age on mail_outcomes (updated_at);

-- Addresses that a mail server refused for good.
create table mail_bounces (
  email text primary key,
  reply text not null,
  bounced_at timestamptz not null default now(),
  -- False once an email got through again; the row stays until its owner has been told.
  is_blocked boolean not null default true
);

-- Emails that a mail server took, by what they were about ('payment <id>').
create table sent_mails (
  job_id uuid primary key,
  about text not null,
  kind text not null,
  sent_at timestamptz not null default now()
);
create index sent_mails_about on sent_mails (about);

-- Jobs that failed for the last time; the queue itself forgets them within minutes.
create table given_up_jobs (
  id uuid primary key,
  kind text not null,
  given_up_at timestamptz not null default now()
);
create index given_up_jobs_when on given_up_jobs (given_up_at);

-- How far the sweep of a folder of the store has come.
create table store_sweeps (
  folder text primary key,
  after_key text not null
);

-- Orders in the sandbox gateway's own books, which plays an outside company.
create table sandbox_orders (
  id text primary key,
  amount_paise integer not null,
  description text not null,
  status text not null default 'created' check (status in ('created', 'paid', 'failed')),
  payment_id text,
  created_at timestamptz not null default now(),
  second_payment_id text unique, -- What was captured beside the payment that counts, as when somebody pays from two tabs.
  paid_paise integer check (paid_paise > 0) -- What was paid, when that is another amount.
);

-- What the sandbox gateway has returned.
create table sandbox_refunds (
  id text primary key,
  payment_id text not null,
  amount_paise integer not null check (amount_paise > 0),
  idempotency_key text unique, -- Null for a refund that we did not ask for.
  created_at timestamptz not null default now()
);
create index sandbox_refunds_payment on sandbox_refunds (payment_id);

-- Finished backups, each recorded after it was written: a backup does not contain itself.
create table backups (
  made_at timestamptz primary key,
  folder text not null,
  row_count bigint not null,
  file_count integer not null,
  file_bytes bigint not null,
  missing_files integer not null -- Files that the database names and the store did not have whole.
);


-- Staff: their accounts, the settings, the audit log.

-- People who run the shop.
create table staff (
  id uuid primary key,
  email text not null unique,
  name text not null,
  password_hash text, -- Null until who was invited has set one.
  role text not null check (role in ('admin', 'super_admin')),
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  -- The secret of the authenticator app, encrypted, and one that is not confirmed yet.
  totp_secret text,
  totp_pending text,
  totp_step bigint -- The last 30 seconds whose code was used, so that no code works twice.
);

-- Codes that sign a staff member in once when the phone is lost, as keyed hashes.
create table staff_recovery_codes (
  staff_id uuid not null references staff on delete cascade,
  code_hash text not null,
  primary key (staff_id, code_hash)
);

-- The audit log: what staff did, only ever added to.
create table staff_actions (
  id uuid primary key,
  staff_id uuid not null references staff,
  action text not null,
  target text not null,
  before jsonb,
  after jsonb,
  happened_at timestamptz not null default now(),
  -- What the thing is called, such as a title or an order number, to find it by. Never a member's name or email: rows
  -- stay when an account is deleted.
  name text not null default '',
  -- One person took both steps of an act on money, because nobody else on the staff could sign in.
  is_alone boolean not null default false
);
create index staff_actions_target on staff_actions (target, happened_at);
create index staff_actions_newest on staff_actions (happened_at desc, id desc);
create index staff_actions_by on staff_actions (staff_id, happened_at desc, id desc);
create index staff_actions_about on staff_actions (target, happened_at desc);

-- The settings of the shop that have been changed, and what it remembers about itself.
create table settings (
  name text primary key,
  value jsonb not null,
  changed_at timestamptz not null default now(),
  changed_by text, -- The name of a staff member; null for what was written without one.
  version integer not null default 1 -- What somebody edited is not saved over what another has saved meanwhile.
);

-- Encrypted copies of what was taken down and of deleted accounts, each with its end.
create table sealed_copies (
  id uuid primary key,
  kind text not null check (kind in ('takedown', 'deletion')),
  -- Keyed hashes of the numbers, ids and emails by which a copy is asked for: no search, list or export finds one.
  about text[] not null,
  sealed text not null,
  made_at timestamptz not null default now(),
  ends_at timestamptz not null
);
create index sealed_copies_about on sealed_copies using gin (about);
create index sealed_copies_end on sealed_copies (ends_at);


-- Accounts: members and their sign-in.

-- People with an account: buyers, owners and agents.
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
  preferences jsonb not null
    default '{"newsletter":false,"notifications":true,"newListings":true,"marketingEmails":false,"publicProfile":false}',
  profile_picture uuid, -- The id of the picture; its variants lie in the store under avatars/.
  is_agent boolean not null default false,
  is_email_verified boolean not null default false,
  referral_code text not null unique,
  referred_by uuid references members,
  deactivated_at timestamptz,
  created_at timestamptz not null default now(),
  -- Whether everybody may see the profile.
  is_public boolean not null
    generated always as (preferences @> '{"publicProfile": true}' and deactivated_at is null) stored,
  deactivation_reason text not null default '', -- For staff and the mail about it.
  erased_at timestamptz, -- Nobody reactivates an erased account.
  check (referred_by <> id)
);
create index members_referred on members (referred_by, created_at desc) where referred_by is not null;
create unique index members_profile_picture on members (profile_picture) where profile_picture is not null;
create index members_public on members (id) where is_public;
create index members_names on members using gin (lower(name || ' ' || email) gin_trgm_ops);
create index members_created on members (created_at, id);
create index members_agents on members (created_at, id) where is_agent;
create index members_deactivated on members (created_at, id) where deactivated_at is not null;

-- What each member has in the store of files, and what their running requests have reserved of it. Triggers count what is
-- stored (functions/member_storage.sql).
create table member_storage (
  member_id uuid primary key references members on delete cascade,
  stored_bytes bigint not null default 0,
  reserved_bytes bigint not null default 0,
  -- What a process reserved that was killed meanwhile is free again from then on.
  reserved_until timestamptz not null default now()
);

-- The newest sign-in code of each email and network, so that a stranger's code does not end the owner's; as a keyed hash
-- bound to the session token.
create table one_time_codes (
  email text not null,
  session_hash text not null,
  code_hash text not null,
  attempts smallint not null default 0,
  sent_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  network_hash text not null,
  is_answered boolean not null default false, -- Whether somebody has signed in with a mail to this email since.
  primary key (email, network_hash)
);

-- Signed-in devices of members and staff.
create table sessions (
  id uuid primary key,
  member_id uuid references members on delete cascade,
  staff_id uuid references staff on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  -- What a member recognises the session by: the device in words, and the network it was last used from, shortened.
  device text not null default '',
  network text not null default '',
  last_used_at timestamptz not null default now(),
  check (num_nonnulls(member_id, staff_id) = 1)
);
create index sessions_member on sessions (member_id);
create index sessions_staff on sessions (staff_id);
create index sessions_ended on sessions (expires_at);

-- Tokens that prolong a session, each used once, as keyed hashes.
create table refresh_tokens (
  token_hash text primary key,
  session_id uuid not null references sessions on delete cascade,
  used_at timestamptz,
  created_at timestamptz not null default now()
);
create index refresh_tokens_session on refresh_tokens (session_id);

-- What a member has asked for and confirms by emailed codes, one of each purpose at a time.
create table confirmations (
  member_id uuid not null references members on delete cascade,
  purpose text not null check (purpose in ('change email', 'delete account')),
  email text, -- The new address, of a change of email.
  code_hash text not null,
  email_code_hash text, -- Of the code that went to the new address.
  attempts smallint not null default 0,
  sent_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (member_id, purpose),
  check ((email is null) = (email_code_hash is null))
);
create index confirmations_over on confirmations (expires_at);

-- What members agreed to, in which version and when, in the words that were shown.
create table acceptances (
  id uuid primary key,
  member_id uuid not null references members,
  agreement text not null check (agreement in ('sign_up', 'owner_licence')),
  version text not null,
  project_id uuid, -- The project that an owner licenses. No reference: it stays when the project is gone.
  words text not null,
  accepted_at timestamptz not null default now(),
  check ((project_id is not null) = (agreement = 'owner_licence'))
);
create index acceptances_member on acceptances (member_id);
create index acceptances_project on acceptances (project_id, accepted_at) where project_id is not null;

-- Mails to all members. Who joined before one gets it; a job goes through them by their id.
create table notices (
  id uuid primary key,
  kind text not null check (kind in ('terms', 'rules', 'breach', 'other')),
  subject text not null,
  text text not null,
  created_by text not null,
  created_at timestamptz not null default now(),
  -- The last member whose mail is queued, and how many are.
  sent_to uuid,
  sent integer not null default 0,
  stopped_at timestamptz,
  ended_at timestamptz,
  idempotency_key text unique -- Of the form that sent it: sent again, it is the same notice.
);
create index notices_open on notices (created_at) where ended_at is null and stopped_at is null;


-- Projects: the record, its files, checks, verification and questions.

-- What owners offer, whether it is on sale or not.
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
  report_key text, -- The report on sale; null without one.
  report_name text,
  report_price_paise integer check (report_price_paise >= 0),
  -- Of the reviews that count: neither free nor discounted, withdrawn or hidden.
  rating_sum integer not null default 0,
  rating_count integer not null default 0,
  sales_count integer not null default 0,
  download_count integer not null default 0,
  deleted_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  archived_at timestamptz, -- Put away by its owner: on no list, and not for sale, until it is taken out again.
  -- Of the request that created it, and what that said: sent again because its answer was lost, it creates nothing.
  idempotency_key text,
  request_hash text,
  -- For source and report together; null when that has no price of its own.
  bundle_price_paise integer check (bundle_price_paise >= 0),
  -- Answers to 'Did it run?', of those who paid and of those who got it for nothing.
  run_count integer not null default 0,
  ran_count integer not null default 0,
  free_run_count integer not null default 0,
  free_ran_count integer not null default 0,
  -- What lists draw of the release, so that they read no other row: shares in percent, and the top of its file tree.
  languages jsonb not null default '[]',
  file_tree jsonb not null default '[]',
  -- Set by staff: 1 is the first; without one, featured projects follow by sales.
  featured_place smallint check (featured_place between -30000 and 1000),
  -- Ours, or the owner's own that lies in the files.
  licence text not null default 'readymade' check (licence in ('readymade', 'own')),
  check ((report_key is null) = (report_price_paise is null))
);
create index projects_owner on projects (owner_id, created_at desc);
create index projects_status on projects (verification_status, created_at desc);
create unique index projects_idempotency on projects (owner_id, idempotency_key) where idempotency_key is not null;
create index projects_counted on projects (category, is_active) include (price_paise) where deleted_at is null;
create index projects_created on projects (created_at, id) where deleted_at is null;
create index projects_price on projects (price_paise, id) where deleted_at is null;
create index projects_title on projects (lower(title), id) where deleted_at is null;
create index projects_category on projects (lower(category), id) where deleted_at is null;
create index projects_featured on projects (is_featured, created_at, id) where deleted_at is null;
create index projects_title_parts on projects using gin (lower(title) gin_trgm_ops) where deleted_at is null;
create index projects_description_words on projects using gin (to_tsvector('simple', description)) where deleted_at is null;

-- The pictures of a project, in their order.
create table project_images (
  id uuid primary key,
  project_id uuid not null references projects on delete cascade,
  position smallint not null,
  alt text not null default '',
  width integer not null,
  height integer not null,
  bytes integer not null default 0, -- Of all stored sizes together.
  unique (project_id, position) deferrable initially deferred
);

-- Files in the store, once for each content; a row exists only when the bytes are safely there.
create table blobs (
  sha256 text primary key,
  size integer not null,
  -- Where the bytes are. Never used twice, so that sweeping an abandoned object cannot hit a newer one.
  key text not null unique,
  lines integer, -- Null when the bytes are not text.
  -- Stored, or seen again in an upload: what is swept was not needed for long.
  stored_at timestamptz not null default now(),
  member_id uuid references members on delete set null -- The member whose upload brought the bytes.
);

-- Uploads under way, at most one for a project; a later first chunk replaces it.
create table uploads (
  id uuid primary key,
  project_id uuid not null unique references projects on delete cascade,
  total_chunks integer not null,
  started_at timestamptz not null default now(),
  touched_at timestamptz not null default now()
);

-- The chunks of an upload that have arrived.
create table upload_chunks (
  upload_id uuid not null references uploads on delete cascade,
  chunk_index integer not null,
  content_hash text, -- Null while some of its files have failed and have to be sent again.
  primary key (upload_id, chunk_index)
);

-- The files of those chunks.
create table upload_files (
  upload_id uuid not null references uploads on delete cascade,
  chunk_index integer not null,
  path text not null,
  sha256 text not null references blobs,
  size integer not null,
  primary key (upload_id, chunk_index, path)
);
create index upload_files_blob on upload_files (sha256);

-- Immutable versions of a project's files.
create table releases (
  id uuid primary key,
  project_id uuid not null references projects,
  number integer not null,
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected', 'withdrawn', 'recalled')),
  notes text,
  file_count integer not null,
  total_size integer not null,
  lines integer not null,
  readme_sha256 text references blobs,
  -- Of the ZIP, once it has been asked for.
  archive_sha256 text,
  archive_size bigint,
  approved_at timestamptz, -- Stays when the owner withdraws the release: its buyers may still download it.
  created_at timestamptz not null default now(),
  recalled_at timestamptz,
  recall_reason text, -- Everybody reads it.
  licence_file text, -- The file at the top that can be its own licence (contract/projects/files.ts).
  unique (project_id, number),
  check ((status = 'recalled') = (recalled_at is not null)),
  check ((recalled_at is null) = (recall_reason is null))
);
create index releases_recalled on releases (project_id, number desc) where recalled_at is not null;

-- The files of a release.
create table release_files (
  release_id uuid not null references releases on delete cascade,
  path text not null,
  sha256 text not null references blobs,
  size integer not null,
  language text,
  -- '' is the top.
  folder text not null generated always as (
    case when position('/' in path) = 0 then '' else left(path, length(path) - position('/' in reverse(path))) end
  ) stored,
  place integer not null, -- Where it stands by name in its release: lower case, then as it is written.
  primary key (release_id, path)
);
create index release_files_blob on release_files (sha256);
create index release_files_folder on release_files (release_id, folder, place);

-- The folders of a release with all that is in them, so that its tree can be read folder by folder. Path '' is the top.
create table release_folders (
  release_id uuid not null references releases on delete cascade,
  path text not null,
  folder text, -- The folder it lies in; null for the top.
  -- How many folders lie directly in it, and how many folders and files together.
  folders integer not null,
  entries integer not null,
  -- All that is in it, however deep.
  files integer not null,
  size bigint not null,
  place integer not null, -- As in release_files.
  primary key (release_id, path)
);
create index release_folders_folder on release_folders (release_id, folder, place);

-- Bytes of a release in each known language.
create table release_languages (
  release_id uuid not null references releases on delete cascade,
  language text not null,
  size bigint not null,
  primary key (release_id, language)
);

-- A release's README as HTML, with the version of the renderer that made it.
create table release_readmes (
  release_id uuid primary key references releases on delete cascade,
  renderer smallint not null,
  html text not null
);

-- Our own copies of the pictures that a release's README shows; a later release with the same picture shares the copy.
create table readme_pictures (
  release_id uuid not null references releases on delete cascade,
  sha256 text not null,
  id uuid not null,
  width integer not null,
  height integer not null,
  member_id uuid references members on delete set null, -- The owner, because a deleted release no longer says whose it was.
  bytes integer not null default 0, -- 0 where an earlier release of the project has the copy already.
  primary key (release_id, sha256)
);
create index readme_pictures_id on readme_pictures (id);

-- Checksums of the pieces of a release's archive, so that a process sends it without reading all of it first.
create table archive_proofs (
  release_id uuid primary key references releases on delete cascade,
  version text not null, -- Of the stored object: any write to it makes another, for which the sums do not hold.
  sums bytea not null -- CRC-32 of each piece, four bytes each, little-endian.
);

-- Report files. One that is replaced or taken off sale stays for those who bought it.
create table reports (
  project_id uuid not null references projects on delete cascade,
  key text primary key,
  name text not null,
  size integer not null,
  stored_at timestamptz not null default now(),
  approved_at timestamptz,
  sha256 text not null,
  pages integer check (pages > 0), -- Null when the document does not say.
  headings jsonb not null default '[]' -- Each with its level and text.
);
create index reports_project on reports (project_id, stored_at desc);

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
  pictures uuid[] not null, -- Ids, in their order.
  price_paise integer not null check (price_paise >= 0),
  report_price_paise integer,
  bundle_price_paise integer,
  licence text not null
);

-- Up to three files of a project that anybody may read in full, by their paths in its releases.
create table project_samples (
  project_id uuid not null references projects on delete cascade,
  position smallint not null check (position between 1 and 3),
  path text not null,
  passed_sha256 text, -- The content with explained personal data that staff pass for everybody to read.
  primary key (project_id, position),
  unique (project_id, path)
);

-- Highlighted samples, once for each content and language.
create table sample_highlights (
  sha256 text not null references blobs on delete cascade,
  language text not null,
  version integer not null,
  excerpt json not null, -- The first lines with their text, so that a project's page reads no file.
  tokens json not null,
  primary key (sha256, language)
);

-- What was found in the files of a release, and by which version of the rules.
create table release_checks (
  release_id uuid primary key references releases on delete cascade,
  version smallint not null,
  -- failed: it took too long or too much memory. waiting: another check was asked for.
  state text not null check (state in ('checked', 'failed', 'waiting')),
  result jsonb, -- Null when it failed. No secret stands in it in full.
  checked_at timestamptz not null default now(),
  owner_mailed_at timestamptz -- When the owner was mailed what has to be removed or explained before staff look at it.
);

-- The switches of the rules that staff have set; a rule without a row has its own defaults.
create table finding_rules (
  rule text primary key,
  shown boolean not null,
  required boolean not null,
  check (shown or not required)
);

-- Why what a rule found is no fault, in the words of the owner. Holds for later releases.
create table finding_waivers (
  project_id uuid not null references projects on delete cascade,
  rule text not null,
  file text not null,
  reason text not null,
  waived_by text not null, -- The owner's name, as it was then.
  waived_at timestamptz not null default now(),
  mark text not null, -- What was found: something new in the same file is a new finding.
  primary key (project_id, rule, file, mark)
);

-- What is compared of each project, as fingerprints: the present release, and the one that is or was listed.
create table similarity_sources (
  id integer generated always as identity primary key,
  project_id uuid unique references projects on delete cascade, -- Null for a listed release that is not the present one.
  release_id uuid not null references releases on delete cascade,
  version smallint not null, -- Of what a fingerprint is; 0 when the files could not be read in time.
  files text[] not null,
  max_hash integer not null, -- Up to this hash every fingerprint is kept: of a large project only a part is.
  omitted integer not null, -- Files of code that were not read, because they are too many or too large.
  indexed_at timestamptz not null default now(),
  -- The largest share of the code, from 0 to 1, that is in a listing of another owner; null until it is compared.
  copied_share real check (copied_share between 0 and 1),
  copied_from uuid references projects on delete set null
);
create index similarity_sources_copied_from on similarity_sources (copied_from) where copied_from is not null;
create unique index similarity_sources_of_release on similarity_sources (release_id);

-- Each fingerprint of a source once, where it stands first. Lines count from 1, both included.
create table similarity_fingerprints (
  hash integer not null,
  source_id integer not null references similarity_sources on delete cascade,
  file smallint not null, -- Of similarity_sources.files, from 0.
  first_line integer not null,
  last_line integer not null,
  primary key (hash, source_id)
);
create index similarity_fingerprints_source on similarity_fingerprints (source_id, hash);

-- Each change of a project's state with the staff.
create table verifications (
  id uuid primary key,
  project_id uuid not null references projects on delete cascade,
  release_id uuid,
  status text not null,
  previous_status text not null,
  notes text,
  verified_by text not null, -- The name of who did it.
  verified_at timestamptz not null default now(),
  -- What staff wrote for themselves, and why they approved all the same.
  staff_note text,
  override text,
  undoes uuid references verifications on delete cascade -- The decision that this one took back.
);
create index verifications_project on verifications (project_id, verified_at desc);
create index verifications_approved on verifications (verified_at) where status = 'approved';
create index verifications_undoes on verifications (undoes) where undoes is not null;

-- Decisions that can still be taken back, whose emails wait until then.
create table open_decisions (
  verification_id uuid primary key references verifications on delete cascade,
  project_id uuid not null references projects on delete cascade,
  staff_id uuid not null references staff,
  decided_at timestamptz not null default clock_timestamp(),
  before jsonb not null -- What the decision changed.
);
create index open_decisions_project on open_decisions (project_id);

-- Who of the staff is looking at a project, and until when nobody else decides on it.
create table verification_claims (
  project_id uuid primary key references projects on delete cascade,
  staff_id uuid not null references staff,
  claimed_at timestamptz not null default now(),
  expires_at timestamptz not null
);

-- Projects that a staff member put off: they come after all others for that person.
create table verification_skips (
  project_id uuid not null references projects on delete cascade,
  staff_id uuid not null references staff,
  skipped_at timestamptz not null default now(),
  primary key (project_id, staff_id)
);

-- What members ask about a project in public, and what its owner answers.
create table questions (
  id uuid primary key,
  project_id uuid not null references projects on delete cascade,
  asker_id uuid not null references members on delete cascade,
  text text not null,
  answer text,
  answered_at timestamptz,
  hidden_reason text, -- Why staff took it off the page.
  created_at timestamptz not null default now(),
  -- A text with a link, an email, a UPI address or a phone number waits for staff before anybody else reads it.
  held_at timestamptz,
  answer_held_at timestamptz,
  check ((answer is null) = (answered_at is null))
);
create index questions_of_project on questions (project_id, created_at desc);
create index questions_of_asker on questions (asker_id);
create index questions_held on questions (coalesce(held_at, answer_held_at))
  where held_at is not null or answer_held_at is not null;

-- Listings that staff took off the lists while a complaint about them is decided, once for each complaint.
create table project_blocks (
  id uuid primary key,
  project_id uuid not null references projects on delete cascade,
  complaint_id uuid not null unique,
  reason text not null,
  blocked_by text not null,
  blocked_at timestamptz not null default now(),
  ends_at timestamptz not null,
  ended_at timestamptz -- By its date or by the decision.
);
create unique index project_blocks_open on project_blocks (project_id) where ended_at is null;
create index project_blocks_project on project_blocks (project_id);

-- How often a project's page was looked at, by day in India and by where its visitors came from. No visitor is known.
create table project_views (
  project_id uuid not null references projects on delete cascade,
  day date not null,
  source text not null,
  views integer not null check (views > 0),
  primary key (project_id, day, source)
);


-- Catalogue: what the public searches, all derived from projects (functions/catalogue.sql).

-- What is on sale: the only table that public queries search, written in the transaction that changes the project.
create table published_projects (
  project_id uuid primary key references projects on delete cascade,
  category text not null,
  difficulty text not null,
  price_paise integer not null,
  technologies text[] not null, -- As spelled by the owner; no two of them differ only in case.
  rating numeric(3, 2) not null,
  rating_count integer not null,
  sales_count integer not null,
  created_at timestamptz not null,
  words tsvector not null, -- Its words by weight, and its filters as words that nobody can type: one index answers both.
  technology_keys text[] not null generated always as (folded(technologies)) stored,
  -- 0: not featured; 1: featured; above that placed by hand, the first with the highest.
  featured_rank smallint not null default 0
);
create index published_newest on published_projects (created_at desc, project_id desc);
create index published_price on published_projects (price_paise, project_id);
create index published_rating on published_projects (rating desc, rating_count desc, project_id desc);
create index published_category_price on published_projects (category, price_paise, project_id);
create index published_technologies on published_projects using gin (technology_keys) with (fastupdate = off);
create index published_price_step on published_projects (price_step(price_paise), price_paise);
create index published_words on published_projects using gin (words) with (fastupdate = off);
create index published_featured on published_projects (featured_rank desc, sales_count desc, project_id desc);
create index published_category on published_projects (category, featured_rank desc, sales_count desc, project_id desc);
create index published_filters on published_projects (category, difficulty, price_paise)
  include (technology_keys, featured_rank, sales_count, created_at, rating, rating_count, project_id);

-- When the public first saw a project, and how far its owner's followers have been told: once for each project, ever.
create table first_listings (
  project_id uuid primary key references projects on delete cascade,
  listed_at timestamptz not null default now(),
  announced_to uuid, -- Followers up to this one, in the order of their ids.
  announced_at timestamptz
);
create index first_listings_unannounced on first_listings (listed_at) where announced_at is null;

-- How many are published with each combination of values; '' and step -1 stand for any. Only ever added to, so that no two
-- publications wait for each other; readers sum, and a job replaces rows by their sum (is_sum).
create table published_facets (
  category text not null,
  difficulty text not null,
  technology text not null, -- In lower case.
  spelling text not null,
  price_step integer not null,
  projects integer not null,
  is_sum boolean not null default false
);
create index published_facets_by_technology on published_facets (category, difficulty, technology, price_step)
  include (projects);
create index published_facets_by_price on published_facets (category, difficulty, price_step, technology, spelling)
  include (projects) where technology <> '';
create index published_facets_new on published_facets (category) where not is_sum;

-- What the averages of a category are made of. Added to and summed in the same way.
create table published_figures (
  category text not null,
  projects integer not null,
  price_sum bigint not null,
  rating_sum numeric not null,
  rating_count integer not null,
  is_sum boolean not null default false
);

-- How many published projects have a word, filters too. Added to and summed in the same way.
create table word_counts (
  word text not null,
  projects integer not null,
  is_sum boolean not null default false
);
create index word_counts_word on word_counts (word) include (projects);
create index word_counts_new on word_counts (word) where not is_sum;

-- Words of published projects, with which searches are corrected. One stays when its projects are gone.
create table vocabulary (
  word text primary key,
  stem text not null generated always as (search_stem(word)) stored,
  sound text not null generated always as (search_sound(word)) stored
);
create index vocabulary_like on vocabulary using gin (word gin_trgm_ops);
create index vocabulary_stem on vocabulary (stem);
create index vocabulary_sound on vocabulary (sound) where sound <> '';
create index vocabulary_beginning on vocabulary (word text_pattern_ops);

-- Sets of words and phrases that mean the same or, with is_near, nearly the same. Staff edit them.
create table synonym_sets (
  id uuid primary key default gen_random_uuid(),
  is_near boolean not null default false,
  created_at timestamptz not null default now()
);

-- The words of a set, in their order.
create table synonyms (
  set_id uuid not null references synonym_sets on delete cascade,
  place smallint not null,
  word text not null,
  key text not null generated always as (search_key(word)) stored,
  sound text not null generated always as (search_sound(lower(word))) stored,
  primary key (set_id, key)
);
create index synonyms_key on synonyms (key);
create index synonyms_like on synonyms using gin (lower(word) gin_trgm_ops);
create index synonyms_sound on synonyms (sound) where sound <> '';

-- Searches of each day that found nothing, or nothing nearer than what is near in meaning.
create table poor_searches (
  day date not null,
  search text not null,
  count integer not null,
  primary key (day, search)
);


-- Orders: the purchase and all that needs one.

-- Codes that lower a price at checkout: of the whole shop when staff gave it, else of one owner's projects.
create table coupons (
  id uuid primary key,
  code text not null unique check (code ~ '^[A-Z0-9]{4,20}$'),
  owner_id uuid references members, -- Null for staff's, which the marketplace pays for.
  percent smallint check (percent between 1 and 100),
  amount_paise integer check (amount_paise > 0),
  min_paise integer not null default 0 check (min_paise >= 0), -- What the things it is for must cost together.
  starts_at timestamptz not null default now(),
  ends_at timestamptz,
  max_uses integer check (max_uses > 0),
  max_uses_per_member integer check (max_uses_per_member > 0),
  is_on boolean not null default true,
  created_at timestamptz not null default now(),
  -- Of one purchase, and of all together.
  max_discount_paise integer check (max_discount_paise > 0),
  budget_paise integer check (budget_paise > 0),
  check ((percent is null) <> (amount_paise is null)),
  check (ends_at > starts_at),
  -- One at our expense says what it may cost.
  check (owner_id is not null or max_uses is not null and max_discount_paise is not null and budget_paise is not null)
);
create index coupons_owner on coupons (owner_id, created_at desc);

-- Checkouts: each begins one payment for several orders.
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
  asked_at timestamptz, -- When the gateway was last asked what was paid.
  gateway_payment_id text unique,
  amount_paise integer not null check (amount_paise >= 0),
  state text not null, -- The buyer's state in India, for the tax.
  -- held: captured, but not as it was asked for; staff decide whether it is delivered.
  status text not null default 'created' check (status in ('created', 'captured', 'failed', 'cancelled', 'held')),
  created_at timestamptz not null default now(),
  captured_at timestamptz,
  coupon_id uuid references coupons, -- A payment that may still bring money, or has, holds one use of its coupon.
  -- When the gateway, asked by us, named it as captured with this amount: it is not only what a webhook said.
  reconciled_at timestamptz,
  -- The public key of the account at the gateway that it was begun with; another may take new payments.
  gateway_key text not null default '',
  -- What the gateway captured, when that is another amount than was asked for.
  received_paise integer check (received_paise > 0),
  -- What was returned on the gateway's own pages without an order being taken back for it.
  given_up_paise integer not null default 0 check (given_up_paise >= 0),
  -- Since when staff have to decide: about a held payment, or about one of which the gateway returned a part.
  held_at timestamptz,
  -- What the gateway said of its own order then.
  gateway_paid_paise integer,
  gateway_due_paise integer,
  return_by uuid references staff, -- The first of the two who return the money of a final sale.
  unique (member_id, idempotency_key)
);
create index payments_uncaptured on payments (created_at) where status <> 'captured';
create index payments_coupon on payments (coupon_id, member_id)
  where coupon_id is not null and status in ('created', 'captured');
create index payments_unreconciled on payments (captured_at) where status = 'captured' and reconciled_at is null;
create index payments_captured on payments (captured_at) where status = 'captured';
create index payments_joined on payments (created_at) where joined_keys <> '{}';
create index payments_held on payments (held_at) where held_at is not null;

-- What a listing said when somebody ordered it, once for each state of it that was ordered: what a dispute is decided by.
create table sold_listings (
  id uuid primary key,
  project_id uuid not null references projects,
  hash text not null, -- Of listing and licence, so that the same state is found again.
  -- As contract/orders/bought-listing.ts has it; null once its owner is gone and nobody can dispute it any more.
  listing jsonb,
  licence text not null,
  own_licence text, -- The file of its own licence; null where ours holds.
  unique (project_id, hash)
);

-- What a member buys: the source or the report of one project.
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
  release_id uuid references releases, -- The approved release at the time of purchase; null for a report.
  status text not null default 'pending'
    check (status in ('pending', 'completed', 'failed', 'cancelled', 'refund_requested', 'refunded')),
  created_at timestamptz not null default now(),
  completed_at timestamptz,
  number text not null unique, -- What people call it by: RM-2026-000123.
  -- What the buyer was promised about money back.
  refund_days smallint,
  refund_policy text,
  -- What a coupon took off, and whose expense that is; the platform then pays shares of the full price.
  discount_paise integer not null default 0 check (discount_paise >= 0),
  discount_by text check (discount_by in ('owner', 'platform')),
  list_price_paise integer not null generated always as (amount_paise + discount_paise) stored,
  -- In force when it was bought, in hundredths of a percent: a later change holds for later orders.
  fee_rate integer not null default 2000 check (fee_rate between 0 and 10000),
  commission_rate integer not null default 1000,
  listing_id uuid not null references sold_listings,
  is_discounted boolean not null default false, -- Who paid less than a part of the list price is no judge that counts.
  check (commission_rate between 0 and fee_rate),
  check ((discount_paise > 0) = (discount_by is not null))
);
create index orders_member on orders (member_id, created_at desc);
create index orders_payment on orders (payment_id);
create index orders_project on orders (project_id);
create unique index orders_owned on orders (member_id, project_id, kind) where status in ('completed', 'refund_requested');
create index orders_sold on orders (owner_id, completed_at desc) where completed_at is not null;
create index orders_owner on orders (owner_id);
create index orders_referrer on orders (referrer_id, completed_at) where referrer_id is not null;
create index orders_completed on orders (completed_at) where completed_at is not null;
create index orders_created on orders (created_at, id);
create index orders_status on orders (status, created_at, id);
create index orders_title_parts on orders using gin (lower(title) gin_trgm_ops);
create index orders_listing on orders (listing_id) where listing_id is not null;
create index orders_held on orders (owner_id, ((completed_at at time zone 'UTC') + refund_days * interval '1 day'));
create index orders_commission_held
  on orders (referrer_id, ((completed_at at time zone 'UTC') + refund_days * interval '1 day'))
  where referrer_id is not null;
create index orders_taken_back on orders (owner_id, status) where status in ('refund_requested', 'refunded');
create index orders_commission_taken_back on orders (referrer_id, status)
  where referrer_id is not null and status in ('refund_requested', 'refunded');

-- The last order number of each calendar year of India.
create table order_numbers (
  year smallint primary key,
  last integer not null
);

-- What a buyer agreed to when they pressed Pay, kept for a bank that asks.
create table checkout_records (
  payment_id uuid primary key references payments,
  terms text not null,
  accepted_at timestamptz not null default now(),
  address text -- Goes when the account is deleted.
);

-- Webhooks that have been received, so that none is handled twice.
create table gateway_events (
  id text primary key,
  received_at timestamptz not null default now()
);
create index gateway_events_received on gateway_events (received_at);

-- What a payer's bank disputes. One may be known before the payment that it is about is.
create table disputes (
  id uuid primary key,
  gateway text not null,
  gateway_dispute_id text not null,
  gateway_payment_id text not null,
  amount_paise integer not null check (amount_paise > 0),
  deducted_paise integer not null default 0, -- What the bank took, once it is lost.
  reason text not null,
  phase text not null,
  status text not null check (status in ('open', 'under_review', 'action_required', 'won', 'lost', 'closed')),
  said_at timestamptz not null, -- When the gateway said this; what it said before changes nothing.
  opened_at timestamptz not null,
  respond_by timestamptz,
  settled_at timestamptz, -- When all that follows from its end was done.
  payment_id uuid references payments, -- The payment that it was posted about; null until something was taken and posted.
  unique (gateway, gateway_dispute_id)
);
create index disputes_open on disputes (respond_by) where settled_at is null;
create index disputes_payment on disputes (gateway_payment_id);

-- The orders that a dispute is about; their credits are frozen once, until the last dispute has ended.
create table disputed_orders (
  dispute_id uuid not null references disputes,
  order_id uuid not null references orders,
  -- 'refunded' when its sale was taken back, 'released' otherwise.
  outcome text check (outcome in ('released', 'refunded')),
  primary key (dispute_id, order_id)
);
create index disputed_orders_frozen on disputed_orders (order_id) where outcome is null;

-- Money on its way back to who paid it, through the gateway that took it.
create table refunds (
  id uuid primary key,
  payment_id uuid not null references payments,
  order_id uuid unique references orders, -- Null when a whole payment was captured a second time.
  cause text not null
    check (cause in ('requested', 'owned_already', 'paid_twice', 'disputed', 'account_closed', 'coupon_ended',
      'undeliverable', 'returned_at_gateway', 'other_amount')),
  gateway text not null,
  gateway_payment_id text not null,
  amount_paise integer not null check (amount_paise > 0),
  -- sent: the gateway has taken the order to return it.
  status text not null default 'due' check (status in ('due', 'sent', 'returned')),
  -- Counts the refunds that the gateway began and ended without returning the money: the next one has another key.
  round smallint not null default 1,
  -- How often the gateway was asked in this round; until next_ask_at nobody else asks.
  asked integer not null default 0,
  next_ask_at timestamptz not null default now(),
  gateway_refund_id text unique,
  last_failure text,
  created_at timestamptz not null default now(),
  returned_at timestamptz,
  dispute_id uuid references disputes, -- The dispute in which a bank took it from us; null when the gateway returns it.
  covered_paise integer not null default 0, -- The part that went back without us, so that we do not ask for it.
  check ((order_id is null) = (cause = 'paid_twice')),
  check ((returned_at is null) = (status <> 'returned')),
  check (covered_paise between 0 and amount_paise)
);
create unique index refunds_paid_twice on refunds (gateway, gateway_payment_id) where cause = 'paid_twice';
create index refunds_open on refunds (next_ask_at) where status <> 'returned';
create index refunds_payment on refunds (payment_id);
create index refunds_created on refunds (created_at) where order_id is not null;
create index refunds_gateway_payment on refunds (gateway_payment_id);
create index refunds_dispute on refunds (dispute_id) where dispute_id is not null;

-- What a buyer asks: the owner answers, staff decide.
create table refund_requests (
  id uuid primary key,
  order_id uuid not null references orders,
  reason text not null,
  requested_at timestamptz not null default now(),
  answer text,
  answered_at timestamptz,
  outcome text check (outcome in ('approved', 'declined', 'withdrawn')),
  -- What staff wrote to the buyer, and the name of who decided.
  note text,
  decided_by text,
  decided_at timestamptz,
  request_number integer generated always as identity unique, -- People call it RF-000123.
  -- The first of the two who return the money of a final sale, and what they wrote.
  approval_by uuid references staff,
  approval_note text,
  check ((outcome is null) = (decided_at is null))
);
create unique index refund_requests_open on refund_requests (order_id) where outcome is null;
create index refund_requests_order on refund_requests (order_id, requested_at desc);
create index refund_requests_newest on refund_requests (requested_at desc);
create index refund_requests_decided on refund_requests (decided_at desc) where outcome is not null;
create index refund_requests_waiting on refund_requests (requested_at) where outcome is null;

-- Refunds that somebody made on the gateway's own pages. One may be told before its payment is.
create table gateway_refunds (
  gateway text not null,
  gateway_refund_id text not null,
  gateway_payment_id text not null,
  amount_paise integer not null check (amount_paise > 0),
  status text not null check (status in ('pending', 'processed', 'failed')),
  payment_id uuid references payments, -- Null until it is posted.
  told_at timestamptz not null default now(),
  primary key (gateway, gateway_refund_id)
);
create index gateway_refunds_captured on gateway_refunds (gateway, gateway_payment_id);
create index gateway_refunds_payment on gateway_refunds (payment_id);

-- What went back of a capture, by banks and on the gateway's own pages, beyond what came of it.
create table capture_excess (
  gateway text not null,
  gateway_payment_id text not null,
  paise integer not null check (paise >= 0),
  payment_id uuid not null references payments,
  unique (gateway, gateway_payment_id, payment_id)
);
create index capture_excess_payment on capture_excess (payment_id);

-- What buyers are told of a recalled release.
create table release_recalls (
  release_id uuid primary key references releases on delete cascade,
  instructions text not null, -- What to do.
  refunds boolean not null, -- Whether who paid for it gets their money back.
  title text not null, -- Of the listing when it was recalled: a later one may be one that nobody has checked.
  -- Who decided that, and who decided it for final sales too; null while those wait.
  refunds_by uuid references staff,
  refunds_confirmed_by uuid references staff
);

-- The buyers who were told, each in the transaction that asks for their mail and returns their money.
create table recall_notices (
  release_id uuid not null references release_recalls on delete cascade,
  order_id uuid not null references orders,
  told_at timestamptz not null default now(),
  is_refunded boolean not null,
  primary key (release_id, order_id)
);
create index recall_notices_order on recall_notices (order_id);

-- Final sales of a recalled release, whose money goes back when a second person decides it.
create table waiting_refunds (
  order_id uuid primary key references orders,
  release_id uuid not null references release_recalls on delete cascade,
  since timestamptz not null default now()
);
create index waiting_refunds_release on waiting_refunds (release_id);

-- How far the mails to buyers about a release that was approved after they bought have come.
create table release_notices (
  release_id uuid primary key references releases on delete cascade,
  mailed_to uuid, -- Buyers are mailed in the order of their ids; the last was this one.
  done_at timestamptz
);

-- The last number of each series and financial year of India: 2026 is April 2026 to March 2027.
create table document_numbers (
  series text not null check (series in ('invoice', 'credit note')),
  year smallint not null,
  last integer not null,
  primary key (series, year)
);

-- Invoices and receipts, one for each payment by which something was bought, with what was true then. A receipt is what a
-- seller without a GST registration gives.
create table invoices (
  id uuid primary key,
  payment_id uuid not null unique references payments,
  member_id uuid not null references members,
  kind text not null check (kind in ('tax invoice', 'receipt')),
  number text not null unique check (number ~ '^[A-Z0-9/-]{1,16}$'),
  year smallint not null,
  serial integer not null,
  issued_at timestamptz not null,
  seller jsonb not null,
  buyer_name text not null,
  buyer_address text,
  buyer_state text not null,
  rate_basis_points integer not null, -- Hundredths of a percent.
  rounds_to_rupee boolean not null,
  unique (year, serial)
);
create index invoices_member on invoices (member_id);

-- What an invoice is about, a line for each order.
create table invoice_lines (
  order_id uuid primary key references orders,
  invoice_id uuid not null references invoices,
  position smallint not null,
  order_number text not null,
  title text not null,
  kind text not null check (kind in ('source', 'report')),
  sac text not null,
  amount_paise integer not null check (amount_paise > 0),
  taxable_paise integer not null check (taxable_paise >= 0),
  cgst_paise integer not null check (cgst_paise >= 0),
  sgst_paise integer not null check (sgst_paise >= 0),
  igst_paise integer not null check (igst_paise >= 0),
  sold_by jsonb, -- Who sold it: name, place and GSTIN of the owner; null where the platform sold.
  unique (invoice_id, position),
  check (amount_paise = taxable_paise + cgst_paise + sgst_paise + igst_paise),
  check (igst_paise = 0 or cgst_paise = 0 and sgst_paise = 0)
);

-- Credit notes: each takes a line of an invoice back as a whole.
create table credit_notes (
  order_id uuid primary key references invoice_lines,
  number text not null unique check (number ~ '^[A-Z0-9/-]{1,16}$'),
  year smallint not null,
  serial integer not null,
  issued_at timestamptz not null,
  unique (year, serial)
);

-- What a buyer may do with what they bought, made when it is first asked for.
create table licences (
  order_id uuid primary key references orders,
  -- By which anybody can see that it is ours: 100 random bits in Crockford's base 32, without the dashes it is shown
  -- with.
  code text not null unique check (code ~ '^[0-9A-HJKMNP-TV-Z]{20}$'),
  -- The buyer's when it was made, so that a new name hands no licence on. Empty once the account is deleted.
  name text not null,
  issued_at timestamptz not null default now()
);

-- The releases that a member has downloaded.
create table downloads (
  member_id uuid not null references members,
  release_id uuid not null references releases,
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  times integer not null default 1,
  primary key (member_id, release_id)
);
create index downloads_first on downloads (first_at);

-- The reports that a buyer has downloaded, by the order that entitles to it.
create table report_downloads (
  order_id uuid primary key references orders,
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  times integer not null default 1
);

-- What buyers say of what they bought.
create table reviews (
  id uuid primary key,
  order_id uuid not null unique references orders,
  project_id uuid not null references projects on delete cascade,
  member_id uuid not null references members,
  rating smallint not null check (rating between 1 and 5),
  text text not null,
  created_at timestamptz not null default now(),
  is_free boolean not null default false, -- Of what cost nothing: it does not count, so nobody lifts an average for ₹0.
  withdrawn_at timestamptz, -- Set when its order is refunded: it is neither shown nor counted.
  edited_at timestamptz,
  -- Of the project's owner, once.
  reply text,
  replied_at timestamptz,
  -- Taken off the page by staff; it leaves the average.
  hidden_at timestamptz,
  hidden_reason text,
  is_discounted boolean not null default false,
  -- A text with a link, an email, a UPI address or a phone number waits for staff before anybody else reads it.
  held_at timestamptz,
  reply_held_at timestamptz,
  check ((reply is null) = (replied_at is null)),
  check ((hidden_at is null) = (hidden_reason is null))
);
create index reviews_project on reviews (project_id, created_at desc);
create index reviews_member on reviews (member_id, created_at desc);
create index reviews_newest on reviews (created_at desc, id desc);
create index reviews_held on reviews (coalesce(held_at, reply_held_at))
  where held_at is not null or reply_held_at is not null;

-- Whether what somebody bought ran: asked by mail three days after the first download.
create table run_answers (
  order_id uuid primary key references orders,
  asked_at timestamptz,
  ran boolean,
  reason text check (reason in ('setup', 'missing_files', 'errors', 'database', 'other')),
  text text not null default '',
  answered_at timestamptz,
  withdrawn_at timestamptz, -- Set when the order is refunded: it is not counted any more.
  owner_may_read boolean not null default false,
  owner_told_at timestamptz, -- When the owner was mailed that it did not run: once.
  check ((ran is null) = (answered_at is null)),
  check ((reason is not null) = (ran is false))
);


-- Money: the ledger, payouts, tax held back.

-- What members are paid out of what they earned.
create table payouts (
  id uuid primary key,
  number bigint generated always as identity unique, -- What people call it by: P-000123.
  member_id uuid not null references members,
  amount_paise bigint not null check (amount_paise > 0),
  method text not null check (method in ('upi', 'bank')),
  destination text, -- Encrypted; null once it is erased. Masked it stands beside.
  masked text not null,
  status text not null default 'requested'
    check (status in ('requested', 'approved', 'on_hold', 'paid', 'returned', 'declined', 'cancelled')),
  disbursement text not null default 'manual', -- How it is sent, which names the clearing account of the ledger.
  note text,
  reference text,
  requested_at timestamptz not null default now(),
  approved_at timestamptz, -- When it was taken off the member's balance, if it was.
  exported_at timestamptz,
  ended_at timestamptz,
  -- The bank sent it back, says one of the staff; another confirms.
  return_reported_by uuid references staff,
  return_reported_at timestamptz,
  return_note text,
  destination_mark text, -- A keyed hash: members who name the same account count as one person.
  approved_by uuid references staff, -- Whoever approves a payout does not export or pay it.
  unique (disbursement, reference),
  check (approved_at is not null or status not in ('approved', 'paid', 'returned')),
  check ((reference is not null) = (status = 'paid')),
  check ((ended_at is not null) = (status in ('paid', 'returned', 'declined', 'cancelled'))),
  check ((return_reported_by is null) = (return_reported_at is null)),
  check (exported_at is not null or status <> 'returned')
);
create index payouts_member on payouts (member_id, requested_at desc);
create index payouts_open on payouts (status, requested_at) where ended_at is null;
create index payouts_ended on payouts (status, ended_at desc) where ended_at is not null;
create index payouts_destination on payouts (destination_mark) where destination_mark is not null;

-- What members gave back of a balance below zero, as booked from the shop's own bank account.
create table debt_repayments (
  id uuid primary key,
  member_id uuid not null references members,
  amount_paise bigint not null check (amount_paise > 0),
  reference text not null unique,
  booked_at timestamptz not null default now()
);
create index debt_repayments_member on debt_repayments (member_id);

-- Postings: each balanced and never changed (functions/ledger.sql).
create table ledger_transactions (
  id uuid primary key,
  -- overpayment, duplicate: captured for what is not delivered, and captured a second time. repayment: a refund that the
  -- gateway has returned. payout: taken off a balance; disbursement: the bank has sent it; payout_reversal: back on the
  -- balance. dispute_hold, dispute_release: an order's credit is frozen, and free again. write_off: what a refund took from
  -- a deleted account beyond what it had left; the platform bears it. hold, release: captured money that waits for staff.
  -- gateway_refund, chargeback: returned on the gateway's own pages, and taken by a bank; cover: the part of those that a
  -- refund was due for; excess: the part that nothing which came answers for. difference: what came too much or too little;
  -- refund_difference: what cannot be returned, because less came.
  kind text not null
    check (kind in ('sale', 'overpayment', 'duplicate', 'refund', 'repayment', 'payout', 'disbursement', 'payout_reversal',
      'dispute_hold', 'dispute_release', 'dispute_loss', 'write_off', 'hold', 'release', 'gateway_refund', 'cover',
      'difference', 'refund_difference', 'debt_repayment', 'chargeback', 'excess')),
  order_id uuid references orders,
  happened_at timestamptz not null default now(),
  refund_id uuid references refunds,
  -- The rates in force when a sale was posted, in hundredths of a percent; gst_rate is the tax that the price included.
  tds_rate integer not null default 0 check (tds_rate between 0 and 10000),
  tcs_rate integer not null default 0 check (tcs_rate between 0 and 10000),
  gst_rate integer not null default 0 check (gst_rate between 0 and 10000),
  payout_id uuid references payouts,
  dispute_id uuid references disputes,
  payment_id uuid references payments,
  debt_repayment_id uuid unique references debt_repayments,
  unique (payout_id, kind),
  unique (refund_id, kind),
  check ((dispute_id is not null) = (kind in ('dispute_hold', 'dispute_release', 'dispute_loss'))),
  check ((debt_repayment_id is not null) = (kind = 'debt_repayment'))
);
create unique index ledger_transactions_of_order on ledger_transactions (order_id, kind) where dispute_id is null;
create unique index ledger_transactions_of_dispute on ledger_transactions (dispute_id, order_id, kind) nulls not distinct
  where dispute_id is not null;
create index ledger_transactions_order on ledger_transactions (order_id);
create index ledger_transactions_payment on ledger_transactions (payment_id) where payment_id is not null;

-- What a posting moves on each account.
create table ledger_entries (
  transaction_id uuid not null references ledger_transactions,
  account text not null,
  amount_paise bigint not null,
  -- Of the transaction, written by a trigger, so that one index answers what an account has and what moved in it last.
  kind text not null default '',
  happened_at timestamptz not null default now(),
  primary key (transaction_id, account)
);
create index ledger_entries_newest on ledger_entries (account, happened_at desc)
  include (kind, amount_paise, transaction_id);

-- What the newest check of the ledger that ended found, and why a newer one did not end. One row.
create table ledger_checks (
  id integer primary key check (id = 1),
  checked_at timestamptz,
  faults jsonb not null default '{}',
  failed_at timestamptz,
  failure text
);

-- What owners told us for the tax office.
create table tax_ids (
  member_id uuid primary key references members,
  pan text, -- Encrypted.
  gstin text,
  changed_at timestamptz not null default now(),
  -- What its fourth letter says: P a person, H a Hindu undivided family; both are exempt from TDS up to a limit.
  pan_holder text check (pan_holder ~ '^[A-Z]$')
);


-- Content: messages and complaints.

-- What somebody wrote to the staff.
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
  replied_at timestamptz, -- The first time the status became 'replied'; a trigger sets it.
  member_id uuid references members, -- Who was signed in when it was sent, whatever email they gave.
  number integer generated always as identity unique -- People call it CM-000123.
);
create index contact_messages_newest on contact_messages (created_at desc);
create index contact_messages_status on contact_messages (status);
create index contact_messages_names on contact_messages
  using gin (lower(name || ' ' || email || ' ' || subject) gin_trgm_ops);
create index contact_messages_member on contact_messages (member_id) where member_id is not null;

-- What staff answered to a message, each mailed once.
create table contact_replies (
  -- Chosen by whoever sends it, so that a reply that is sent again is the same one.
  id uuid primary key,
  message_id uuid not null references contact_messages on delete cascade,
  staff_id uuid not null references staff,
  text text not null,
  sent_at timestamptz not null default now()
);
create index contact_replies_message on contact_replies (message_id, sent_at);

-- What somebody tells the staff about a project, a review or a question, with a clock.
create table complaints (
  id uuid primary key,
  number integer not null unique, -- People call it RP-000123.
  member_id uuid references members, -- Null once the account is deleted, and for somebody without one.
  -- The listing, or the one on whose page the review or question stands.
  project_id uuid not null references projects on delete cascade,
  review_id uuid references reviews on delete cascade,
  question_id uuid references questions on delete cascade,
  kind text not null,
  text text not null,
  sent_at timestamptz not null default now(),
  answer text, -- The owner's counter-notice.
  answered_at timestamptz,
  outcome text check (outcome in ('no_action', 'hidden', 'recalled')),
  reasons text,
  decided_by text,
  decided_at timestamptz,
  -- Of somebody without an account.
  complainant_name text,
  complainant_email text,
  notice jsonb, -- The copyright notice that came with it.
  check (num_nonnulls(review_id, question_id) <= 1),
  check ((outcome is null) = (decided_at is null)),
  check ((complainant_name is null) = (complainant_email is null)),
  check (member_id is null or complainant_email is null)
);
create unique index complaints_open_once on complaints (member_id, project_id, coalesce(review_id, question_id, project_id))
  where outcome is null;
create index complaints_open on complaints (sent_at) where outcome is null;
create index complaints_decided on complaints (decided_at desc) where outcome is not null;
create index complaints_project on complaints (project_id, sent_at desc);
create index complaints_review on complaints (review_id) where review_id is not null;
create index complaints_question on complaints (question_id) where question_id is not null;
create unique index complaints_review_once on complaints (member_id, review_id) where review_id is not null;
create index complaints_complainant on complaints (complainant_email) where complainant_email is not null;

-- The last number of a complaint, taken in the transaction that inserts it: what is refused uses none up. One row.
create table complaint_numbers (
  is_only boolean primary key default true check (is_only),
  last integer not null
);
insert into complaint_numbers (last) values (0);


-- Members: what a member keeps.

-- Who wants to hear of whose new projects.
create table follows (
  follower_id uuid not null references members on delete cascade,
  member_id uuid not null references members on delete cascade,
  created_at timestamptz not null default now(),
  primary key (follower_id, member_id),
  check (member_id <> follower_id)
);
create index follows_of_member on follows (member_id, follower_id);

-- Projects that a member would like to come back to.
create table wishlist_items (
  member_id uuid not null references members on delete cascade,
  project_id uuid not null references projects on delete cascade,
  title text not null, -- Of the day it was saved, so that a project that is withdrawn later can still be named.
  saved_at timestamptz not null default now(),
  primary key (member_id, project_id)
);
create index wishlist_items_project on wishlist_items (project_id);

-- The newest download of everything a member has given us, one at a time.
create table data_exports (
  id uuid primary key,
  member_id uuid not null unique references members on delete cascade,
  asked_at timestamptz not null default now(),
  -- From then on the ZIP is there.
  ready_at timestamptz,
  key text unique,
  size bigint,
  sha256 text,
  check (num_nulls(ready_at, key, size, sha256) in (0, 4))
);
create index data_exports_ready on data_exports (ready_at);


-- Dashboard: staff's figures.

-- What happened on a day in India, counted without anybody's name.
create table daily_counts (
  day date not null,
  what text not null check (what in ('visits', 'searches', 'empty_searches', 'cart_additions')),
  count integer not null,
  primary key (day, what)
);

-- Errors that browsers met, counted; the row without a page counts those for which there is no room.
create table browser_errors (
  message text not null,
  page text not null,
  browser text not null,
  release text not null,
  place text not null,
  count integer not null default 1,
  first_seen_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  primary key (message, page, browser, release)
);


-- Where two tables name each other, and what names a later one.
alter table projects add foreign key (release_id) references releases;
alter table project_blocks add foreign key (complaint_id) references complaints on delete cascade;
