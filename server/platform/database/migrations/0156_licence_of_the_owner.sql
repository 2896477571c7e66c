-- Which licence holds for a project's source: ours, or the owner's own that lies in its files.
alter table projects add column licence text not null default 'readymade' check (licence in ('readymade', 'own'));

-- The file at the top of a release that can be its own licence, as contract/projects/files.ts finds it.
alter table releases add column licence_file text;
update releases set licence_file = (
  select path from release_files
  where release_id = releases.id and folder = '' and size > 0
    and path ~* '^(licen[cs]e|copying)(-[a-z]+(-?[0-9]+(\.[0-9]+)*)?)?(\.(md|markdown|txt|rst|lesser))?$'
  order by length(path), path collate "C" limit 1
);

-- With which file of its own something was sold; null where ours holds. A buyer keeps the terms they bought under.
alter table sold_listings add column own_licence text;
