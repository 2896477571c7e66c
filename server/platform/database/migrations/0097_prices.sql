-- What the owner asks for code and report together; null when that has no price of its own.
alter table projects add column bundle_price_paise integer check (bundle_price_paise >= 0);

-- A code that lowers the price at checkout: of the whole shop when staff gave it, else of one owner's projects.
create table coupons (
  id uuid primary key,
  code text not null unique check (code ~ '^[A-Z0-9]{4,20}$'),
  -- Null for staff's, which the marketplace pays for.
  owner_id uuid references members,
  percent smallint check (percent between 1 and 100),
  amount_paise integer check (amount_paise > 0),
  -- What the things it is for must cost together.
  min_paise integer not null default 0 check (min_paise >= 0),
  starts_at timestamptz not null default now(),
  ends_at timestamptz,
  max_uses integer check (max_uses > 0),
  max_uses_per_member integer check (max_uses_per_member > 0),
  is_on boolean not null default true,
  created_at timestamptz not null default now(),
  check ((percent is null) <> (amount_paise is null)),
  check (ends_at > starts_at)
);
create index coupons_owner on coupons (owner_id, created_at desc);

-- A payment that may still bring money, or has, holds one use of its coupon.
alter table payments add column coupon_id uuid references coupons;
create index payments_coupon on payments (coupon_id, member_id) where coupon_id is not null and status in ('created', 'captured');

-- What a coupon took off, and whose expense that is: the owner's, or the platform's, which then pays shares of the full price.
alter table orders
  add column discount_paise integer not null default 0 check (discount_paise >= 0),
  add column discount_by text check (discount_by in ('owner', 'platform')),
  add column list_price_paise integer not null generated always as (amount_paise + discount_paise) stored,
  add check ((discount_paise > 0) = (discount_by is not null));
