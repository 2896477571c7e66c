-- Staff pass a sample with explained personal data for everybody to read: this content of the file and no other.
alter table project_samples add column passed_sha256 text;
