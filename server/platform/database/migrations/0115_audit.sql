-- What the thing an action is about is called, such as a title or an order number, so that it is found by that. Never a member's name or email: rows stay when an account is deleted.
alter table staff_actions add column name text not null default '';
create index staff_actions_newest on staff_actions (happened_at desc, id desc);
create index staff_actions_by on staff_actions (staff_id, happened_at desc, id desc);
create index staff_actions_about on staff_actions (target, happened_at desc);
