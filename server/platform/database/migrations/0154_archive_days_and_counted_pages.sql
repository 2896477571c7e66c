-- The files of an archive have the day of its release now: each is built anew when it is next asked for.
update releases set archive_sha256 = null, archive_size = null where archive_sha256 is not null;
-- Pages are counted where Word broke them. What was known is what a program had written, so it is forgotten until the report is sent again.
update reports set pages = null where pages is not null;
