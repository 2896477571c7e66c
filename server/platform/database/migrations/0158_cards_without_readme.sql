-- A card shows the description: how a README begins is read nowhere any more.
alter table projects drop column readme_start;
