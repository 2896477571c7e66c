-- Why staff deactivated a member, for staff and for the mail about it; and when an account was erased, which nobody reactivates.
alter table members
  add column deactivation_reason text not null default '',
  add column erased_at timestamptz;
update members set erased_at = deactivated_at where email = 'former member ' || id;

-- The staff's lists of all members and all orders, the newest first, by each of their filters. Names and emails have their index already.
create index members_created on members (created_at, id);
create index members_agents on members (created_at, id) where is_agent;
create index members_deactivated on members (created_at, id) where deactivated_at is not null;
create index orders_created on orders (created_at, id);
create index orders_status on orders (status, created_at, id);
create index orders_title_parts on orders using gin (lower(title) gin_trgm_ops);
