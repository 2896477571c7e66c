-- What was promised with an order, once an open help request has raised its refund_days; null while they are as promised.
alter table orders add column promised_refund_days smallint;

-- What a buyer asks for help with after the purchase. It is answered by the owner where installation help was promised,
-- and by staff otherwise.
create table help_requests (
  id uuid primary key,
  number integer generated always as identity unique, -- People call it HP-000123.
  order_id uuid not null references orders,
  -- As the order has them, because lists and figures are found by them.
  member_id uuid not null references members,
  owner_id uuid not null references members,
  project_id uuid not null references projects,
  kind text not null check (kind in ('does_not_run', 'question', 'missing_file', 'other')),
  status text not null default 'open' check (status in ('open', 'answered', 'solved', 'escalated')),
  owner_answers boolean not null, -- The listing that was bought promised installation help.
  -- What was so when it was opened: the release, what its check had found, and the steps that the buyer had ticked.
  release integer,
  findings jsonb,
  steps text[] not null default '{}',
  opened_at timestamptz not null default now(),
  ends_at timestamptz not null, -- Then nothing is written any more.
  asked_at timestamptz, -- Since when who answers can read it; null while it is held.
  last_at timestamptz not null default now(), -- Of the last message that everybody in it reads.
  -- Since when the buyer waits for an answer, and by when it is due; null while nothing waits.
  waiting_since timestamptz,
  due_at timestamptz,
  first_answer_at timestamptz,
  last_answer_at timestamptz,
  escalated_at timestamptz, -- Staff were called, and stay with it.
  reminded_at timestamptz, -- The owner was reminded, which is done once.
  closed_at timestamptz,
  ended_by text check (ended_by in ('solved', 'answered', 'refunded', 'over')),
  -- The first of the two who refund a final sale, and what they wrote.
  approval_by uuid references staff,
  approval_note text,
  check ((closed_at is null) = (ended_by is null)),
  check ((waiting_since is null) = (due_at is null)),
  check (closed_at is null or due_at is null)
);
create unique index help_requests_open on help_requests (order_id) where closed_at is null;
create index help_requests_order on help_requests (order_id, number desc);
create index help_requests_due on help_requests (due_at, last_at) where closed_at is null;
create index help_requests_owner on help_requests (owner_id, due_at, last_at) where closed_at is null;
create index help_requests_owner_closed on help_requests (owner_id, closed_at desc) where closed_at is not null;
create index help_requests_project_closed on help_requests (project_id, closed_at desc) where closed_at is not null;
create index help_requests_closed on help_requests (closed_at desc) where closed_at is not null;
create index help_requests_member on help_requests (member_id);

create table help_messages (
  id uuid primary key,
  request_id uuid not null references help_requests on delete cascade,
  writer text not null check (writer in ('buyer', 'owner', 'staff')),
  text text not null,
  sent_at timestamptz not null default now(),
  held_at timestamptz, -- It has contact details, and waits for staff.
  refused_reason text -- Why staff do not let the other side read it.
);
create index help_messages_request on help_messages (request_id, sent_at);
create index help_messages_held on help_messages (held_at) where held_at is not null;

-- The pictures of messages, which were encoded anew.
create table help_pictures (
  id uuid primary key,
  message_id uuid not null references help_messages on delete cascade,
  position smallint not null,
  width integer not null,
  height integer not null,
  member_id uuid references members, -- Who has it stored; null for staff.
  bytes integer not null
);
create index help_pictures_message on help_pictures (message_id, position);

-- The texts that an owner keeps for reuse in answers.
create table help_texts (
  member_id uuid primary key references members on delete cascade,
  texts text[] not null
);
