-- The switches that staff had set when it was checked: a later change acts on what is checked after it.
alter table release_checks add column switches jsonb;
update release_checks set switches = (select coalesce(jsonb_agg(to_jsonb(finding_rules)), '[]') from finding_rules);

-- The rules that were switched off for the check of what was approved; null for none.
alter table verifications add column rules_off text[];
