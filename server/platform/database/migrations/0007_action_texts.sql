-- The words in an action of staff that may be a member's: its name and the fields of which staff_actions has the hash,
-- made with the salt. Unlike that log they are deleted with the account of the member whose thing the action was about.
create table staff_action_texts (
  action_id uuid primary key references staff_actions on delete cascade,
  salt text not null,
  name text not null,
  before jsonb,
  after jsonb
);
