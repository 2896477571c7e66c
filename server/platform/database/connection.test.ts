import { type RawBuilder, sql } from 'kysely'
import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { connect } from './connection.ts'
import { plannedByValues } from './statement-names.ts'

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

test('a statement that is run often is parsed once for a connection, unless it says otherwise or may get columns', async () => {
  const { db, pool } = connect(app.url, { connections: 1 })
  const often = async (statement: (n: number) => RawBuilder<unknown>) => {
    for (let n = 0; n < 25; n++) expect((await statement(n).execute(db)).rows).toEqual([{ n }])
  }
  await often((n) => sql`select ${n}::integer as n`)
  await often((n) => sql`${plannedByValues} select ${n}::integer + 0 as n`)
  await often((n) => sql`select * from (select ${n}::integer as n) all_columns`)
  await sql`select ${1}::integer as rare`.execute(db)
  const { rows } = await sql<{ statement: string }>`
    select statement from pg_prepared_statements where name like 'often_%' and statement like '%::integer%as n%'`.execute(
    db,
  )
  expect(rows).toEqual([{ statement: 'select $1::integer as n' }])
  await pool.end()
})

test('a named statement is answered still after its table has got a column', async () => {
  const { db, pool } = connect(app.url, { connections: 1 })
  await sql`create table grows (n integer); insert into grows values (1)`.execute(db)
  const read = async () =>
    await db
      .selectFrom('grows' as never)
      .selectAll()
      .where('n' as never, '=', 1 as never)
      .execute()
  for (let run = 0; run < 25; run++) expect(await read()).toEqual([{ n: 1 }])
  await sql`alter table grows add column m integer`.execute(db)
  expect(await read()).toEqual([{ n: 1, m: null }])
  await sql`drop table grows`.execute(db)
  await pool.end()
})
