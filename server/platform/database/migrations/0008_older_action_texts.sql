-- What staff did before 0007 has the words of members in the log itself. They move beside it, divided as
-- server/staff/audit/texts.ts divides them, and those of members who have deleted their account go. The log is else only
-- ever added to.
alter table staff_actions disable trigger user;
with parties (kind, id, is_erased) as (
  select kind, things.id, erased_at is not null or is_former from (
    select 'member', members.id, members.id, false from members
    union all select 'project', projects.id, owner_id, false from projects
    union all select 'release', releases.id, owner_id, false from releases join projects on projects.id = project_id
    union all select 'question', questions.id, asker_id, false from questions
    union all select 'question', questions.id, owner_id, false from questions join projects on projects.id = project_id
    union all select 'review', reviews.id, member_id, false from reviews
    union all select 'review', reviews.id, owner_id, false from reviews join projects on projects.id = project_id
    union all select 'complaint', complaints.id, member_id, member_id is null and complainant_email is null from complaints
    union all select 'complaint', complaints.id, owner_id, false from complaints join projects on projects.id = project_id
    union all select 'contact', contact_messages.id, member_id, false from contact_messages
    union all select 'coupon', coupons.id, owner_id, false from coupons
    union all select 'payout', payouts.id, member_id, false from payouts
    union all select 'order', orders.id, member_id, false from orders
    union all select 'order', orders.id, owner_id, false from orders
    union all select 'payment', payment_id, member_id, false from orders
    union all select 'payment', payment_id, owner_id, false from orders
    union all select 'refund', refund_requests.id, member_id, false from refund_requests join orders on orders.id = order_id
    union all select 'refund', refund_requests.id, owner_id, false from refund_requests join orders on orders.id = order_id
    union all select 'dispute', dispute_id, member_id, false from disputed_orders join orders on orders.id = order_id
    union all select 'dispute', dispute_id, owner_id, false from disputed_orders join orders on orders.id = order_id
  ) things (kind, id, party, is_former) left join members on members.id = party
), living as (
  select concat_ws(' ', kind, id) as target from parties group by kind, id having not bool_or(is_erased)
), older as materialized (
  select id, target, split_part(target, ' ', 1) in ('project', 'release', 'coupon') as is_named, name, before, after,
    replace(gen_random_uuid()::text, '-', '') as salt
  from staff_actions
  where split_part(target, ' ', 1) not in ('settings', 'staff', 'rule', 'synonym', 'notice', 'copy', 'list')
    and not exists (select from staff_action_texts where action_id = staff_actions.id)
), fields as (
  select older.id, place, key, value, salt,
    jsonb_typeof(value) in ('string', 'object', 'array') and not starts_with(value #>> '{}', 'sha256 ')
      and key not in ('status', 'verificationStatus', 'outcome', 'decision', 'standing', 'category', 'difficulty', 'licence',
        'ownerId', 'until', 'reference', 'file') as is_text
  from older cross join lateral (values ('before', before), ('after', after)) places (place, whole)
  cross join lateral jsonb_each(case when jsonb_typeof(whole) = 'object' then whole else '{}' end)
), divided as (
  select id, place, jsonb_object_agg(key, value) filter (where is_text) as texts,
    jsonb_object_agg(key, case when is_text
      then to_jsonb('sha256 ' || encode(sha256(convert_to(salt || value, 'UTF8')), 'hex')) else value end) as log
  from fields group by id, place
), moved as (
  select older.id, target, salt, case when is_named then name else '' end as text_name,
    case when is_named then '' else name end as log_name,
    was.texts as texts_before, became.texts as texts_after, was.log as log_before, became.log as log_after
  from older left join divided was on was.id = older.id and was.place = 'before'
  left join divided became on became.id = older.id and became.place = 'after'
  where (is_named and name <> '') or was.texts is not null or became.texts is not null
), kept as (
  insert into staff_action_texts (action_id, salt, name, before, after)
  select id, salt, text_name, texts_before, texts_after from moved where target in (select target from living)
)
update staff_actions set name = log_name, before = log_before, after = log_after from moved where staff_actions.id = moved.id;
alter table staff_actions enable trigger user;
