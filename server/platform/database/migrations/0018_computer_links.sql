-- Mailed links with which a buyer downloads an order on a computer without signing in.
create table computer_links (
  token_hash text primary key,
  order_id uuid not null references orders,
  expires_at timestamptz not null,
  downloads smallint not null default 0 -- How often its button was pressed.
);
create index computer_links_order on computer_links (order_id);
create index computer_links_expiry on computer_links (expires_at);
