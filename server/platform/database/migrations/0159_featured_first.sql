-- What staff feature comes before all other featured projects, those that were put in order by hand too: its place is one
-- below the lowest, and no other has to move.
alter table projects drop constraint projects_featured_place_check;
alter table projects add constraint projects_featured_place_check check (featured_place between -30000 and 1000);
