-- Complaints of people without an account, and the copyright notice that came with one.
alter table tickets add column reporter_name text, add column reporter_email text, add column notice jsonb,
  add check ((reporter_name is null) = (reporter_email is null)),
  add check (member_id is null or reporter_email is null);
create index tickets_reporter on tickets (reporter_email) where reporter_email is not null;

-- Listings that staff took off the lists while a complaint about them is decided, once for each complaint.
create table project_blocks (
  id uuid primary key,
  project_id uuid not null references projects on delete cascade,
  ticket_id uuid not null unique references tickets on delete cascade,
  reason text not null,
  blocked_by text not null,
  blocked_at timestamptz not null default now(),
  ends_at timestamptz not null,
  -- When it ended, by its date or by the decision.
  ended_at timestamptz
);
create unique index project_blocks_open on project_blocks (project_id) where ended_at is null;
create index project_blocks_project on project_blocks (project_id);

-- People call a message CM-000123 and a refund request RF-000123, in the order in which they came.
alter table contact_messages add column number integer;
update contact_messages set number = numbered.number
from (select id, row_number() over (order by created_at, id) as number from contact_messages) numbered
where numbered.id = contact_messages.id;
alter table contact_messages alter column number set not null,
  alter column number add generated always as identity, add unique (number);
select setval(pg_get_serial_sequence('contact_messages', 'number'), coalesce(max(number), 0) + 1, false)
from contact_messages;

alter table refund_requests add column request_number integer;
update refund_requests set request_number = numbered.number
from (select id, row_number() over (order by requested_at, id) as number from refund_requests) numbered
where numbered.id = refund_requests.id;
alter table refund_requests alter column request_number set not null,
  alter column request_number add generated always as identity, add unique (request_number);
select setval(pg_get_serial_sequence('refund_requests', 'request_number'), coalesce(max(request_number), 0) + 1, false)
from refund_requests;
