-- The part of a picture that lists show, as its owner chose it (contract/projects/project.ts); null for the whole picture.
alter table project_images add column thumbnail jsonb;
