import { sql } from 'kysely'

import type { Connection, Database } from '#server/database/connection.ts'

/** Says whether the demo is to be loaded now; an interrupted load is swept away first. */
export async function beginLoading(db: Database): Promise<boolean> {
  const mark = await db.selectFrom('settings').select('value').where('name', '=', markName).executeTakeFirst()
  if (mark?.value === 'loaded') return false
  if (mark) await sweep(db)
  else if (await db.selectFrom('members').select('id').limit(1).executeTakeFirst()) return false
  await setMark(db, 'loading')
  return true
}

export const finishLoading = (db: Database): Promise<unknown> => setMark(db, 'loaded')

/** The demo happened over the last months, not within one second: moves what it made apart in time, oldest first, its ledger along with its orders. */
export async function spreadOverTime(db: Database): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`update members set created_at = created_at - interval '200 days'`.execute(trx)
    await sql`update projects p set created_at = p.created_at - n.age, verified_at = p.verified_at - n.age + interval '1 day'
      from (select id, interval '1 day' * (20 + 9 * row_number() over (order by id desc)) as age from projects) n where n.id = p.id`.execute(
      trx,
    )
    await sql`update releases r set created_at = p.created_at from projects p where p.id = r.project_id`.execute(
      trx,
    )
    await sql`update published_projects l set created_at = p.created_at from projects p where p.id = l.project_id`.execute(
      trx,
    )
    await sql`update verifications v set verified_at = p.verified_at from projects p where p.id = v.project_id`.execute(
      trx,
    )
    await sql`update orders o set created_at = o.created_at - n.age, completed_at = o.completed_at - n.age
      from (select id, interval '17 hours' * row_number() over (order by id desc) as age from orders) n where n.id = o.id`.execute(
      trx,
    )
    await withoutTriggers(trx, ['ledger_transactions'], async () => {
      await sql`update ledger_transactions t set happened_at = o.completed_at from orders o where o.id = t.order_id`.execute(
        trx,
      )
    })
    await sql`update reviews r set created_at = o.completed_at + interval '1 day' from orders o where o.id = r.order_id`.execute(
      trx,
    )
    await sql`update contact_messages c set created_at = c.created_at - n.age
      from (select id, interval '31 hours' * row_number() over (order by id desc) as age from contact_messages) n where n.id = c.id`.execute(
      trx,
    )
  })
}

const markName = 'demo'

const setMark = (db: Database, value: string) =>
  db
    .insertInto('settings')
    .values({ name: markName, value: JSON.stringify(value) })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: JSON.stringify(value) }))
    .execute()

/** Nobody but the loader has used a database whose load never finished, so that even what is final otherwise may go. */
async function sweep(db: Database): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { rows: finals } = await sql<{ name: string }>`
      select distinct tgrelid::regclass::text as name from pg_trigger where tgname like '%\\_final'`.execute(
      trx,
    )
    const names = finals.map(({ name }) => name)
    await withoutTriggers(trx, names, async () => {
      await sql`truncate members, published_facets, published_figures, vocabulary, blobs, contact_messages, gateway_events,
        sandbox_orders, sandbox_refunds, order_numbers, document_numbers, daily_counts, staff_actions cascade`.execute(
        trx,
      )
    })
  })
}

/** What is final is changed here alone, in the transaction of a load that nobody but the loader has seen. */
async function withoutTriggers(trx: Connection, tables: readonly string[], change: () => Promise<void>) {
  const switchTriggers = async (to: 'disable' | 'enable') => {
    for (const name of tables)
      await sql`alter table ${sql.table(name)} ${sql.raw(to)} trigger user`.execute(trx)
  }
  await switchTriggers('disable')
  await change()
  await switchTriggers('enable')
}
