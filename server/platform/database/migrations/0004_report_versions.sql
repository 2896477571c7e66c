-- A report that is replaced stays until staff have approved the new one: buyers get what was verified.
alter table reports drop constraint reports_pkey;
alter table reports drop constraint reports_key_key;
alter table reports add primary key (key);
alter table reports add column approved_at timestamptz;
create index reports_project on reports (project_id, stored_at desc);

update reports set approved_at = stored_at
where exists (
  select from verifications where verifications.project_id = reports.project_id and verifications.status = 'approved'
);
