-- Put away by its owner: on no list, and not for sale, until it is brought back.
alter table projects add column archived_at timestamptz;
