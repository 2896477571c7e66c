import { type RawBuilder, sql } from 'kysely'

import type { Connection, Database } from '#server/platform/database/connection.ts'

import { withoutTriggers } from './records.ts'

/**
 * Spreads what the demo created over the last months, oldest first, because it did not all happen in one second. A
 * purchase moves with its documents and its ledger entries; numbers that restart each year stay in the order of their
 * dates.
 */
export async function spreadOverTime(db: Database): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`update members set created_at = created_at - interval '200 days'`.execute(trx)
    await moveListings(trx)
    await withoutTriggers(
      trx,
      ['ledger_transactions', 'ledger_entries', 'invoices', 'invoice_lines'],
      async () => {
        await movePurchases(trx)
        await numberOrders(trx)
        await numberInvoices(trx)
      },
    )
    await sql`update reviews r set created_at = o.completed_at + interval '1 day' from orders o where o.id = r.order_id`.execute(
      trx,
    )
    await moveViews(trx)
    // Daily counts are of the day of the load; views and orders prove the visits of the days to which they were moved.
    await sql`delete from daily_counts`.execute(trx)
    await sql`update contact_messages c set created_at = c.created_at - n.age
      from (select id, interval '31 hours' * row_number() over (order by id desc) as age from contact_messages) n where n.id = c.id`.execute(
      trx,
    )
  })
}

/** Dates each confirmation by the gateway a minute after its payment. */
export const moveConfirmations = (db: Database) =>
  sql`update payments set reconciled_at = captured_at + interval '1 minute' where reconciled_at is not null`.execute(
    db,
  )

async function moveListings(trx: Connection) {
  await sql`update projects p set created_at = p.created_at - n.age, verified_at = p.verified_at - n.age + interval '1 day'
    from (select id, interval '1 day' * (20 + 9 * row_number() over (order by id desc)) as age from projects) n where n.id = p.id`.execute(
    trx,
  )
  // The files in an archive carry the date of their release, so the archive is built again.
  await sql`update releases r set created_at = p.created_at, approved_at = p.verified_at, archive_sha256 = null, archive_size = null
    from projects p where p.id = r.project_id`.execute(trx)
  await sql`update reports r set stored_at = p.created_at, approved_at = p.verified_at from projects p where p.id = r.project_id`.execute(
    trx,
  )
  await sql`update published_projects l set created_at = p.created_at from projects p where p.id = l.project_id`.execute(
    trx,
  )
  await sql`update verifications v set verified_at = p.verified_at from projects p where p.id = v.project_id`.execute(
    trx,
  )
  // An approved edition never changes, except that those of the demo get a past.
  await sql`alter table editions disable trigger editions_keep`.execute(trx)
  await sql`update editions e set approved_at = p.verified_at from projects p where p.id = e.project_id and e.number is not null`.execute(
    trx,
  )
  await sql`alter table editions enable trigger editions_keep`.execute(trx)
}

/** Moves everything that belongs to one payment to the same day. */
async function movePurchases(trx: Connection) {
  await sql`create temp table ages on commit drop as
    select id as payment_id, interval '17 hours' * row_number() over (order by id desc) as age from payments`.execute(
    trx,
  )
  const moves: [table: string, dates: string[], ofPayment: RawBuilder<unknown>][] = [
    ['payments', ['created_at', 'captured_at'], sql`t.id`],
    ['checkout_records', ['accepted_at'], sql`t.payment_id`],
    ['invoices', ['issued_at'], sql`t.payment_id`],
    ['licences', ['issued_at'], sql`(select payment_id from orders where id = t.order_id)`],
    [
      'ledger_transactions',
      ['happened_at'],
      sql`(select orders.payment_id from orders where id = t.order_id)`,
    ],
    [
      'ledger_entries',
      ['happened_at'],
      sql`(select orders.payment_id from orders join ledger_transactions p on p.order_id = orders.id where p.id = t.transaction_id)`,
    ],
    [
      'downloads',
      ['first_at', 'last_at'],
      sql`(select o.payment_id from orders o join releases r using (project_id)
        where r.id = t.release_id and o.member_id = t.member_id and o.kind = 'source')`,
    ],
    ['orders', ['created_at', 'completed_at'], sql`t.payment_id`],
  ]
  for (const [table, dates, ofPayment] of moves) {
    const moved = dates.map((date) => sql`${sql.ref(date)} = t.${sql.ref(date)} - ages.age`)
    await sql`update ${sql.table(table)} t set ${sql.join(moved)} from ages where ages.payment_id = ${ofPayment}`.execute(
      trx,
    )
  }
}

/** Spreads the views of each project and source evenly over the 20 days with the most purchases. */
const moveViews = (trx: Connection) =>
  sql`with seen as (delete from project_views returning *)
    insert into project_views (project_id, day, source, views)
      select project_id, day - 1 - n * 20 / views, source, count(*)
      from seen, generate_series(0, views - 1) n group by project_id, 2, source`.execute(trx)

/** Numbers orders by calendar year in India, as the server does. */
async function numberOrders(trx: Connection) {
  await sql`create temp table dated_orders on commit drop as
    select id, year, row_number() over (partition by year order by created_at, number) as serial
    from (select id, number, created_at, extract(year from created_at at time zone 'Asia/Kolkata') as year from orders) o`.execute(
    trx,
  )
  // Temporary numbers first, because two orders may never have the same number.
  await sql`update orders set number = 'W' || number`.execute(trx)
  await sql`update orders o set number = 'RM-' || d.year || '-' || lpad(d.serial::text, 6, '0') from dated_orders d where d.id = o.id`.execute(
    trx,
  )
  await sql`update invoice_lines l set order_number = o.number from orders o where o.id = l.order_id`.execute(
    trx,
  )
  await sql`delete from order_numbers`.execute(trx)
  await sql`insert into order_numbers (year, last) select year, max(serial) from dated_orders group by year`.execute(
    trx,
  )
}

/** Numbers invoices by the financial year of India, which begins in April, as the server does. */
async function numberInvoices(trx: Connection) {
  await sql`create temp table dated_invoices on commit drop as
    select id, year, row_number() over (partition by year order by issued_at, number) as serial from
      (select id, number, issued_at, extract(year from issued_at at time zone 'Asia/Kolkata' - interval '3 months') as year from invoices) i`.execute(
    trx,
  )
  await sql`update invoices set serial = -serial, number = 'W' || number`.execute(trx)
  await sql`update invoices i set year = d.year, serial = d.serial, number = 'RM/' || right(d.year::text, 2) || '-'
    || right((d.year + 1)::text, 2) || '/' || lpad(d.serial::text, 6, '0') from dated_invoices d where d.id = i.id`.execute(
    trx,
  )
  await sql`delete from document_numbers where series = 'invoice'`.execute(trx)
  await sql`insert into document_numbers (series, year, last)
    select 'invoice', year, max(serial) from dated_invoices group by year`.execute(trx)
}
