-- A reason given for a finding covers what was found, not the file: a new secret in the same file is a new finding.
-- Checks and reasons from before know no marks; the checks are made again at the next start.
delete from release_checks;
delete from finding_waivers;
alter table finding_waivers add column mark text not null;
alter table finding_waivers drop constraint finding_waivers_pkey;
alter table finding_waivers add primary key (project_id, rule, file, mark);
-- waiting: it could not be checked, and another check was asked for.
alter table release_checks drop constraint release_checks_state_check;
alter table release_checks add constraint release_checks_state_check check (state in ('checked', 'failed', 'waiting'));
