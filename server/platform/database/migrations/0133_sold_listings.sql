-- What a listing said when somebody ordered it, once for each state of it that was ordered: what a dispute is decided by.
create table sold_listings (
  id uuid primary key,
  project_id uuid not null references projects,
  -- Of listing and licence, so that the same state is found again.
  hash text not null,
  -- As contract/orders/bought-listing.ts has it; null once its owner is gone and nobody can dispute it any more.
  listing jsonb,
  licence text not null,
  unique (project_id, hash)
);

-- Null for what was ordered before it was kept.
alter table orders add column listing_id uuid references sold_listings;
create index orders_listing on orders (listing_id) where listing_id is not null;
