-- Staff call a harmful release back: nobody downloads it any more. Only a later release takes its place.
alter table releases drop constraint releases_status_check;
alter table releases
  add constraint releases_status_check
    check (status in ('pending', 'approved', 'rejected', 'withdrawn', 'recalled')),
  add column recalled_at timestamptz,
  -- Everybody reads it.
  add column recall_reason text,
  add check ((status = 'recalled') = (recalled_at is not null)),
  add check ((recalled_at is null) = (recall_reason is null));
create index releases_recalled on releases (project_id, number desc) where recalled_at is not null;

create table release_recalls (
  release_id uuid primary key references releases on delete cascade,
  -- What buyers are told to do.
  instructions text not null,
  -- Whether who paid for it gets their money back.
  refunds boolean not null
);

-- The buyers who were told, each in the transaction that asks for their mail and returns their money.
create table recall_notices (
  release_id uuid not null references release_recalls on delete cascade,
  order_id uuid not null references orders,
  told_at timestamptz not null default now(),
  is_refunded boolean not null,
  primary key (release_id, order_id)
);
create index recall_notices_order on recall_notices (order_id);
