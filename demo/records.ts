import { sql } from 'kysely'

import type { Connection, Database } from '#server/platform/database/connection.ts'

/** Decides whether to load the demo and marks the load as started; deletes what an interrupted load left. */
export async function startLoading(db: Database): Promise<boolean> {
  const mark = await db.selectFrom('settings').select('value').where('name', '=', markName).executeTakeFirst()
  if (mark?.value === 'loaded') return false
  if (mark) await deletePartialLoad(db)
  else if (await db.selectFrom('members').select('id').limit(1).executeTakeFirst()) return false
  await setMark(db, 'loading')
  return true
}

export const finishLoading = (db: Database): Promise<unknown> => setMark(db, 'loaded')

const markName = 'demo'

const setMark = (db: Database, value: string) =>
  db
    .insertInto('settings')
    .values({ name: markName, value: JSON.stringify(value) })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: JSON.stringify(value) }))
    .execute()

/**
 * Deletes everything, even rows that are final otherwise: only the loader has used a database whose load never
 * finished.
 */
async function deletePartialLoad(db: Database): Promise<void> {
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

/**
 * Changes rows that are final otherwise. Only allowed in the transaction of a load that nobody but the loader has seen.
 */
export async function withoutTriggers(
  trx: Connection,
  tables: readonly string[],
  change: () => Promise<void>,
): Promise<void> {
  const switchTriggers = async (to: 'disable' | 'enable') => {
    for (const name of tables)
      await sql`alter table ${sql.table(name)} ${sql.raw(to)} trigger user`.execute(trx)
  }
  await switchTriggers('disable')
  await change()
  await switchTriggers('enable')
}
