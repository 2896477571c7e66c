-- A report of a review was kept as a ticket and a second time in review_reports, which alone has those from before there
-- were tickets. They become tickets, decided as the review stands now.
insert into tickets (id, number, member_id, project_id, review_id, kind, text, reported_at, outcome, reasons, decided_at)
select gen_random_uuid(),
  (select last from ticket_numbers) + row_number() over (order by reported_at, review_id, review_reports.member_id),
  review_reports.member_id, project_id, review_id, reason, review_reports.text, reported_at,
  case
    when coalesce(settled_at, withdrawn_at) is null then null
    when hidden_at is null then 'no_action'
    else 'hidden'
  end,
  case
    when coalesce(settled_at, withdrawn_at) is null then null
    else coalesce(hidden_reason, case when withdrawn_at is null then 'It keeps to our rules.' else 'The review was taken back.' end)
  end,
  -- Nobody was asked any more to decide those of a review that was taken back.
  coalesce(settled_at, withdrawn_at)
from review_reports join reviews on reviews.id = review_reports.review_id
where not exists (
  select from tickets
  where tickets.review_id = review_reports.review_id and tickets.member_id = review_reports.member_id
);
update ticket_numbers set last = greatest(last, (select max(number) from tickets));

drop table review_reports;

-- A member reports a review once, also when it was decided.
create unique index tickets_review_once on tickets (member_id, review_id) where review_id is not null;
