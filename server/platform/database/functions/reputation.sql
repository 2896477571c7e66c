-- What staff approved of a project last.
create or replace function last_edition(project uuid) returns setof editions language sql stable as $$
  select * from editions where project_id = project and number is not null order by number desc limit 1
$$;

-- Whether an order counts for the reputation of its project: it paid at least a quarter of the highest of the list price
-- then, at the approval and today. What was free, and what was bought at too large a discount, does not; nor do reports,
-- whose price an owner sets apart: many bought for ₹1 would make the rank of a dear project. One expression, which
-- queries take in whole: a call for each order of a project would cost more than all the rest of its sale.
create or replace function counts_for_reputation(sold orders, project projects, approved editions) returns boolean
language sql immutable as $$
  select sold.kind = 'source' and sold.amount_paise > 0 and not sold.is_discounted
    and 4 * sold.amount_paise::bigint >= greatest(sold.list_price_paise, project.price_paise, approved.price_paise)
$$;

-- The same, as the release before asks it.
create or replace function counts_for_reputation(sold orders, project projects, approved approved_editions) returns boolean
language sql immutable as $$
  select sold.kind = 'source' and sold.amount_paise > 0 and not sold.is_discounted
    and 4 * sold.amount_paise::bigint >= greatest(sold.list_price_paise, project.price_paise, approved.price_paise)
$$;

-- The sales, ratings and run answers of a project that count, and the answers of those who got it for nothing.
create or replace function reputation_of(project uuid) returns table (
  sales bigint, ratings_sum bigint, ratings bigint, runs bigint, ran bigint, free_runs bigint, free_ran bigint
) language sql stable as $$
  select count(*) filter (where counts), coalesce(sum(rating) filter (where counts), 0), count(rating) filter (where counts),
    count(answers.ran) filter (where counts), count(*) filter (where counts and answers.ran),
    count(answers.ran) filter (where owned.is_free), count(*) filter (where owned.is_free and answers.ran)
  from (
    select orders.id, counts_for_reputation(orders, projects, approved) as counts,
      amount_paise = 0 and not is_discounted as is_free
    from orders join projects on projects.id = orders.project_id
      left join last_edition(project) approved on true
    where orders.project_id = project and status in ('completed', 'refund_requested')
  ) owned
    left join reviews on reviews.order_id = owned.id and reviews.withdrawn_at is null and hidden_at is null
      and held_at is null
    left join run_answers answers on answers.order_id = owned.id and answers.withdrawn_at is null
$$;
