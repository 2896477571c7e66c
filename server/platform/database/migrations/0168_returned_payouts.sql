-- A payout that is in a file for the bank ends as paid or as returned by the bank, which one of the staff reports and another
-- confirms.
alter table payouts
  drop constraint payouts_status_check,
  add constraint payouts_status_check
    check (status in ('requested', 'approved', 'on_hold', 'paid', 'returned', 'declined', 'cancelled')),
  drop constraint payouts_check1,
  add constraint payouts_ended_check check ((ended_at is not null) = (status in ('paid', 'returned', 'declined', 'cancelled'))),
  drop constraint payouts_check2,
  add constraint payouts_approved_check check (approved_at is not null or status not in ('approved', 'paid', 'returned')),
  add constraint payouts_returned_check check (exported_at is not null or status <> 'returned'),
  add column return_reported_by uuid references staff,
  add column return_reported_at timestamptz,
  add column return_note text,
  add constraint payouts_return_report_check check ((return_reported_by is null) = (return_reported_at is null));
