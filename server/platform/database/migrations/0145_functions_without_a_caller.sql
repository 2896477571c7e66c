-- Folders are counted in server/projects/releases/tree.ts.
drop function if exists count_release(uuid);
-- The words of a project are made of its row.
drop function if exists project_words(text, text[], text);
