-- What the fourth letter of a PAN says its holder is (P a person, H a Hindu undivided family): persons and families are exempt
-- from TDS up to a limit. Null while no PAN is known, and for one kept before this was, until it is entered again.
alter table tax_ids add column pan_holder text check (pan_holder ~ '^[A-Z]$');
