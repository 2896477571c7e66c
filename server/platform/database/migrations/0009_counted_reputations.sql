-- Sales, ratings and run answers were added up by an earlier rule, free orders, reports and ₹1 among them. Counts them as
-- functions/reputation.sql does from now on, once; what is counted anew afterwards comes out the same.
with owned as (
  select orders.project_id, orders.id,
    orders.kind = 'source' and orders.amount_paise > 0 and not orders.is_discounted
      and 4 * orders.amount_paise::bigint
        >= greatest(orders.list_price_paise, projects.price_paise, approved.price_paise) as counts,
    orders.amount_paise = 0 and not orders.is_discounted as is_free
  from orders join projects on projects.id = orders.project_id
    left join approved_editions approved on approved.project_id = orders.project_id
  where orders.status in ('completed', 'refund_requested')
), counted as (
  select owned.project_id,
    count(*) filter (where counts) as sales, coalesce(sum(rating) filter (where counts), 0) as ratings_sum,
    count(rating) filter (where counts) as ratings, count(answers.ran) filter (where counts) as runs,
    count(*) filter (where counts and answers.ran) as ran, count(answers.ran) filter (where owned.is_free) as free_runs,
    count(*) filter (where owned.is_free and answers.ran) as free_ran
  from owned
    left join reviews on reviews.order_id = owned.id and reviews.withdrawn_at is null and hidden_at is null
      and held_at is null
    left join run_answers answers on answers.order_id = owned.id and answers.withdrawn_at is null
  group by owned.project_id
)
update projects set sales_count = sales, rating_sum = ratings_sum, rating_count = ratings, run_count = runs,
  ran_count = ran, free_run_count = free_runs, free_ran_count = free_ran
from counted where counted.project_id = projects.id;

update published_projects published set sales_count = projects.sales_count, rating_count = projects.rating_count,
  rating = case when projects.rating_count = 0 then 0
    else round(projects.rating_sum::numeric / projects.rating_count, 2) end
from projects where projects.id = published.project_id
  and (published.sales_count, published.rating_count) <> (projects.sales_count, projects.rating_count);
