-- How buyers of one project, or of all of an owner's, were helped, by the requests that are closed and not deleted yet,
-- without those whose text staff let nobody read, and for an owner without those that only staff answer; null before five.
-- What nobody answered counts as answered when it was closed.
create or replace function help_figures_of(of_project uuid, of_owner uuid) returns json language sql stable as $$
  select case when count(*) >= 5 then json_build_object(
    'helpRequests', count(*),
    'helpSolved', count(*) filter (where status = 'solved'),
    'medianAnswerHours', greatest(1, round(percentile_cont(0.5) within group (order by
      extract(epoch from greatest(coalesce(first_answer_at, closed_at), asked_at) - asked_at)::float / 3600)))
  ) end
  from (
    select status, asked_at, first_answer_at, closed_at from help_requests
      where project_id = of_project and closed_at is not null and asked_at is not null
    union all
    select status, asked_at, first_answer_at, closed_at from help_requests
      where owner_id = of_owner and owner_answers and closed_at is not null and asked_at is not null
  ) closed
$$;
