-- A keyed hash of a payout's destination: members who name the same account count as one person. A job fills in older ones.
alter table payouts add column destination_mark text;
create index payouts_destination on payouts (destination_mark) where destination_mark is not null;

-- Whoever paid less than a part of the list price (a setting, a quarter so far) is no judge that counts.
alter table orders add column is_discounted boolean not null default false;
update orders set is_discounted = true where list_price_paise > 0 and amount_paise::bigint * 4 < list_price_paise;
alter table reviews add column is_discounted boolean not null default false;
update reviews set is_discounted = true, is_free = false from orders where orders.id = reviews.order_id and orders.is_discounted;

update projects set rating_sum = counted.sum, rating_count = counted.count
from (
  select projects.id, coalesce(sum(rating), 0) as sum, count(rating) as count
  from projects left join reviews on reviews.project_id = projects.id and not is_free and not is_discounted
    and withdrawn_at is null and hidden_at is null
  where projects.id in (select project_id from reviews where is_discounted)
  group by projects.id
) counted
where counted.id = projects.id;

update projects set run_count = counted.runs, ran_count = counted.ran, free_run_count = counted.free_runs, free_ran_count = counted.free_ran
from (
  select orders.project_id,
    count(*) filter (where amount_paise > 0 and not is_discounted) as runs,
    count(*) filter (where amount_paise > 0 and not is_discounted and ran) as ran,
    count(*) filter (where amount_paise = 0 and not is_discounted) as free_runs,
    count(*) filter (where amount_paise = 0 and not is_discounted and ran) as free_ran
  from run_answers join orders on orders.id = order_id
  where ran is not null and withdrawn_at is null group by 1 having bool_or(is_discounted)
) counted
where counted.project_id = projects.id;

update published_projects set rating_count = projects.rating_count,
  rating = case projects.rating_count when 0 then 0 else round(projects.rating_sum::numeric / projects.rating_count, 2) end
from projects where projects.id = project_id and projects.id in (select project_id from reviews where is_discounted);
