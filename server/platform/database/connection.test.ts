import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { connect, prepared } from './connection.ts'

const app = await startApp()

test('a connection that dies in the middle of a transaction ends that transaction and nothing else', async () => {
  const { db, pool } = connect(app.url, { connections: 1 })
  const work = db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx)
    // As when PostgreSQL is restarted while a transaction is between two statements.
    await sql`select pg_terminate_backend(${rows[0]!.pid}, 5000)`.execute(app.db)
    await new Promise((heard) => setTimeout(heard, 50))
    await sql`select 1`.execute(trx)
  })
  await expect(work).rejects.toThrow(/terminat|not queryable/)
  expect((await sql<{ one: number }>`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }])
  await pool.end()
})

test('a statement that is to be planned once is sent by one name each time, any other by none', async () => {
  const { db, pool } = connect(app.url, { connections: 1 })
  const twice = prepared((connection, { number }: { number: number }) =>
    sql<{ twice: number }>`select 2 * ${number}::integer as twice`.compile(connection),
  )
  expect([await twice(db, { number: 1 }), await twice(db, { number: 2 })]).toEqual([
    [{ twice: 2 }],
    [{ twice: 4 }],
  ])
  const { rows } = await sql`select generic_plans + custom_plans as uses from pg_prepared_statements`.execute(
    db,
  )
  expect(rows).toEqual([{ uses: 2 }])
  await pool.end()
})
