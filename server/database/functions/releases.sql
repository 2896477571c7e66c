-- Folders are counted in server/releases/tree.ts.
drop function if exists count_release(uuid);
