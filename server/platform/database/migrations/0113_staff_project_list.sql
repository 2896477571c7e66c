-- The staff's list of all projects: in each of its orders, both ways, and searched.
create index projects_created on projects (created_at, id) where deleted_at is null;
create index projects_price on projects (price_paise, id) where deleted_at is null;
create index projects_title on projects (lower(title), id) where deleted_at is null;
create index projects_category on projects (lower(category), id) where deleted_at is null;
create index projects_featured on projects (is_featured, created_at, id) where deleted_at is null;
create index projects_title_parts on projects using gin (lower(title) gin_trgm_ops) where deleted_at is null;
create index projects_description_words on projects using gin (to_tsvector('simple', description)) where deleted_at is null;
