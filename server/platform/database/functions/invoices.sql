create or replace function invoices_are_final() returns trigger language plpgsql as $$
begin
  raise exception 'Invoices and credit notes are never changed; a credit note corrects an invoice';
end $$;
create or replace trigger invoices_final before update or delete or truncate on invoices
  for each statement execute function invoices_are_final();
create or replace trigger invoice_lines_final before update or delete or truncate on invoice_lines
  for each statement execute function invoices_are_final();
create or replace trigger credit_notes_final before update or delete or truncate on credit_notes
  for each statement execute function invoices_are_final();
