-- What a buyer may do with what they bought, with a code by which anybody can see that it is ours. Made when it is first asked for.
create table licences (
  order_id uuid primary key references orders,
  -- 100 random bits in Crockford's base 32, without the dashes it is shown with.
  code text not null unique check (code ~ '^[0-9A-HJKMNP-TV-Z]{20}$'),
  -- The buyer's name when it was made, so that a new name hands no licence on. Empty once the account is deleted.
  name text not null,
  issued_at timestamptz not null default now()
);
