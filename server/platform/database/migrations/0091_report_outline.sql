-- What a report's document says of itself: its pages, null when it does not say, and its headings, each with its level and text.
alter table reports add column pages int check (pages > 0);
alter table reports add column headings jsonb not null default '[]';
