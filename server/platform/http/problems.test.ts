import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { expect, test } from 'vitest'

import { buildApp } from '#server/app.ts'
import { connect } from '#server/platform/database/connection.ts'

import { startApp } from '../../../test/app.ts'
import { aMember, aProject } from '../../../test/makers.ts'

const app = await startApp()
const later = {
  status: 503,
  wait: '2',
  body: {
    success: false,
    code: 'unavailable',
    message: 'We cannot answer just now. Please try again in a moment.',
  },
}

/** Returns the answer to a read by an app on this pool. */
async function answerOver({ db }: ReturnType<typeof connect>) {
  const other = await buildApp({ ...app.dependencies, db })
  const reply = await other.inject({ url: `/api/projects/${uuid()}` })
  await other.close()
  return { status: reply.statusCode, wait: reply.headers['retry-after'], body: reply.json<unknown>() }
}

test('while the database is not there, callers are asked to come again', async () => {
  const nowhere = connect('postgres://nobody:x@127.0.0.1:1/none')
  expect(await answerOver(nowhere)).toEqual(later)
})

test('while every connection is taken, callers are asked to come again', async () => {
  const one = connect(app.url, { connections: 1 })
  const held = await one.pool.connect()
  expect(await answerOver(one)).toEqual(later)
  held.release()
  expect(await answerOver(one)).toMatchObject({ status: 404 })
  await one.pool.end()
})

test('a statement that takes too long and a connection that is cut harm nobody else', async () => {
  const one = connect(app.url, { connections: 1 })
  await one.pool.query("set statement_timeout = '100ms'")
  await app.db.transaction().execute(async (trx) => {
    await sql`lock table projects`.execute(trx)
    expect(await answerOver(one)).toEqual(later)
    await one.pool.query('set statement_timeout = 0')
    const cut = answerOver(one)
    await expect.poll(() => cutWhoWaits()).toBe(1)
    expect(await cut).toEqual(later)
  })
  // The pool may not have noticed yet that its connection is gone.
  await expect.poll(() => answerOver(one)).toMatchObject({ status: 404 })
  await one.pool.end()
})

const cutWhoWaits = async () => {
  const { rows } = await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(app.db)
  return rows.length
}

test('a form that no parser understands is the fault of who sent it', async () => {
  const owner = await aMember(app)
  const { _id: id } = await aProject(owner)
  const part = 'content-disposition: form-data; name="price"\r\ncontent-type: application/json\r\n\r\n{broken'
  for (const url of [
    '/api/upload/upload',
    `/api/projects/${id}/report`,
    `/api/storage/projects/${id}/images`,
  ]) {
    const reply = await app.app.inject({
      method: 'POST',
      url,
      headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'multipart/form-data; boundary=x' },
      payload: `--x\r\n${part}\r\n--x--\r\n`,
    })
    expect(reply.json()).toMatchObject({ code: 'invalid_input' })
  }
})

test('while the database takes no writes, reads are answered, and whoever wants to write is asked to come again', async () => {
  const owner = await aMember(app)
  const { _id: id } = await aProject(owner, { title: 'Read only' })
  const { db, pool } = connect(`${app.url}&options=-c%20default_transaction_read_only%3Don`)
  const other = await buildApp({ ...app.dependencies, db })
  const answer = async (method: 'GET' | 'PUT' | 'POST', url: string, payload?: object) => {
    const headers = { authorization: `Bearer ${owner.token}` }
    const reply = await other.inject({ method, url, headers, ...(payload && { payload }) })
    return [reply.statusCode, reply.headers['retry-after']]
  }
  for (const url of [
    '/api/projects',
    '/api/projects?search=read',
    `/api/projects/${id}`,
    '/api/users/profile',
  ])
    expect([url, await answer('GET', url)]).toEqual([url, [200, undefined]])
  expect(await answer('PUT', `/api/projects/${id}`, { title: 'Another' })).toEqual([503, '2'])
  expect(await answer('POST', '/api/users/auth/email/send-otp', { email: 'new@example.in' })).toEqual([
    503,
    '2',
  ])
  expect((await answer('GET', '/readyz'))[0]).toBe(503)
  expect((await answer('GET', '/healthz'))[0]).toBe(200)
  await other.close()
  await pool.end()
})
