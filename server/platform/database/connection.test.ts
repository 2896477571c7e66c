import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { connect } from './connection.ts'

const app = await startApp()

test('a connection that dies in the middle of a transaction ends that transaction and nothing else', async () => {
  const { db, pool } = connect(app.url, { connections: 1 })
  const work = db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx)
    // Simulates a restart of PostgreSQL between two statements of the transaction.
    await sql`select pg_terminate_backend(${rows[0]!.pid}, 5000)`.execute(app.db)
    await new Promise((heard) => setTimeout(heard, 50))
    await sql`select 1`.execute(trx)
  })
  await expect(work).rejects.toThrow(/terminat|not queryable/)
  expect((await sql<{ one: number }>`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }])
  await pool.end()
})
