import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { fillWithSales } from '../../../test/many-sales.ts'
import { allowLongStatements } from './check-queries.ts'
import { ledgerFaults } from './service.ts'

const orders = 3000

test('the check of the ledger reads no table once for each row of another', async () => {
  const { db, url } = await startApp()
  await fillWithSales(url, orders)
  const { faults, read, rows } = await db.transaction().execute(async (trx) => {
    await allowLongStatements(trx, 100)
    const faults = await ledgerFaults(trx)
    const { rows } = await sql<{ read: number; rows: number }>`
      select sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) as read, (select count(*) from ledger_entries) as rows
      from pg_stat_xact_user_tables`.execute(trx)
    return { faults, ...rows[0]! }
  })
  expect(Object.values(faults).flat()).toEqual([])
  expect(rows).toBeGreaterThan(3 * orders)
  // Each check reads the ledger a few times. Reading it once for each order would be far more.
  expect(read).toBeLessThan(30 * rows)
})
