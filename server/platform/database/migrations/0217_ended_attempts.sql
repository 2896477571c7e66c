-- The counters whose window has ended are deleted in batches, and found without reading the whole table.
create index attempts_end on attempts (window_ends_at);
