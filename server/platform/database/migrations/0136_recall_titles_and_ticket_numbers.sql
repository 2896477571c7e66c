-- What a recalled listing was called when staff recalled it: a later title may be one that nobody has checked.
alter table release_recalls add column title text;
update release_recalls set title = projects.title
from releases join projects on projects.id = releases.project_id where releases.id = release_recalls.release_id;
alter table release_recalls alter column title set not null;

-- The last number that was given to a ticket. It is taken in the transaction that keeps the report: what is refused uses none up.
create table ticket_numbers (
  is_only boolean primary key default true check (is_only),
  last integer not null
);
insert into ticket_numbers (last) select coalesce(max(number), 0) from tickets;
alter table tickets alter column number drop identity;
