-- A review of what cost nothing counts apart: nobody lifts an average for ₹0.
alter table reviews
  add column is_free boolean not null default false,
  -- Set when its order is refunded: it is neither shown nor counted.
  add column withdrawn_at timestamptz,
  add column edited_at timestamptz,
  -- What the owner of the project replied, once.
  add column reply text,
  add column replied_at timestamptz,
  add check ((reply is null) = (replied_at is null));

update reviews set is_free = true from orders where orders.id = reviews.order_id and orders.amount_paise = 0;
update reviews set withdrawn_at = now() from orders where orders.id = reviews.order_id and orders.status = 'refunded';

update projects set rating_sum = counted.sum, rating_count = counted.count
from (
  select projects.id, coalesce(sum(rating), 0) as sum, count(rating) as count
  from projects left join reviews on reviews.project_id = projects.id and not is_free and withdrawn_at is null
  group by projects.id
) counted
where counted.id = projects.id and (rating_sum, rating_count) is distinct from (counted.sum, counted.count);

update published_projects set rating_count = projects.rating_count,
  rating = case projects.rating_count when 0 then 0 else round(projects.rating_sum::numeric / projects.rating_count, 2) end
from projects where projects.id = project_id and published_projects.rating_count <> projects.rating_count;
