-- The last order number that was given out in each calendar year of India.
create table order_numbers (
  year smallint primary key,
  last integer not null
);

-- What people call an order by: RM-2026-000123.
alter table orders add column number text;

with numbered as (
  select id, year, row_number() over (partition by year order by created_at, id) as n
  from (select id, created_at, extract(year from created_at at time zone 'Asia/Kolkata') as year from orders) dated
)
update orders set number = 'RM-' || year || '-' || lpad(n::text, greatest(6, length(n::text)), '0')
from numbered where numbered.id = orders.id;

insert into order_numbers (year, last)
select extract(year from created_at at time zone 'Asia/Kolkata'), count(*) from orders group by 1;

alter table orders alter column number set not null, add unique (number);
