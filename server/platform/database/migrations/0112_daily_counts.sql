-- What happened on a day in India, counted without anybody's name.
create table daily_counts (
  day date not null,
  what text not null check (what in ('visits', 'searches', 'empty_searches', 'cart_additions')),
  count integer not null,
  primary key (day, what)
);
create index orders_completed on orders (completed_at) where completed_at is not null;
create index refunds_created on refunds (created_at) where order_id is not null;
