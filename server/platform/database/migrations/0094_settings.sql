-- When a setting was changed last, and by whom: the name of a staff member. Null for what was written without one.
alter table settings add column changed_at timestamptz not null default now(), add column changed_by text;
