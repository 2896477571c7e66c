-- When the owner of a release was mailed what has to be removed or explained before staff look at it: once for a release.
alter table release_checks add column owner_mailed_at timestamptz;
