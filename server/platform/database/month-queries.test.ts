import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { startOfLastMonth, startOfMonth } from './month-queries.ts'

const { db } = await startApp()

test.each([
  ['2026-03-15T12:00:00Z', '2026-02-28T18:30:00.000Z', '2026-01-31T18:30:00.000Z'],
  ['2026-10-01T00:00:00Z', '2026-09-30T18:30:00.000Z', '2026-08-31T18:30:00.000Z'],
  ['2026-12-31T18:29:59Z', '2026-11-30T18:30:00.000Z', '2026-10-31T18:30:00.000Z'],
  ['2026-12-31T18:30:00Z', '2026-12-31T18:30:00.000Z', '2026-11-30T18:30:00.000Z'],
])('at %s the month of India began at %s, and the one before at %s', async (now, begin, before) => {
  const at = sql<Date>`${now}::timestamptz`
  for (const zone of ['UTC', 'Asia/Kolkata', 'America/Los_Angeles']) {
    const { rows } = await db.transaction().execute(async (trx) => {
      await sql`select set_config('timezone', ${zone}, true)`.execute(trx)
      return sql<{ begin: Date; before: Date }>`
        select ${startOfMonth(at)} as begin, ${startOfLastMonth(at)} as before`.execute(trx)
    })
    expect(rows, zone).toEqual([{ begin: new Date(begin), before: new Date(before) }])
  }
})
