-- Texts with a link, an email or a phone number wait for staff before anybody else reads them.
alter table questions add column held_at timestamptz, add column answer_held_at timestamptz;
alter table reviews add column held_at timestamptz, add column reply_held_at timestamptz;
create index questions_held on questions ((coalesce(held_at, answer_held_at)))
  where held_at is not null or answer_held_at is not null;
create index reviews_held on reviews ((coalesce(held_at, reply_held_at)))
  where held_at is not null or reply_held_at is not null;
