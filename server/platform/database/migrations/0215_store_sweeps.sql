-- How far the sweep of a folder of the store has come.
create table store_sweeps (
  folder text primary key,
  after_key text not null
);
