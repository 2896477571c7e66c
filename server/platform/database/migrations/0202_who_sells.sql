-- A shop that collects TCS or deducts TDS sells as a marketplace does, which was no setting before.
update settings set value = jsonb_set(value, '{sellsAs}', '"marketplace"')
where name = 'tax' and (value #>> '{tcs,on}' = 'true' or value #>> '{tds,on}' = 'true');
-- The Income-tax Act, 2025 replaced the section from April 2026 on.
update settings set value = jsonb_set(value, '{tds,section}', '"Section 393(1), Income-tax Act, 2025"')
where name = 'tax' and value #>> '{tds,section}' = 'Section 194-O, Income-tax Act';

-- Who sold a line of a receipt, as it was then: name, place and GSTIN of the owner. Null where the platform sold.
alter table invoice_lines add column sold_by jsonb;
