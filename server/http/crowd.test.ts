import { connect as connectTo } from 'node:net'
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'

import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'

import { buildApp } from '#server/app.ts'
import { connect } from '#server/database/connection.ts'
import { Visit } from '#server/database/visit.ts'

import { startApp } from '../../test/app.ts'
import { followPageChanges } from '../page-cache/serve-kept.ts'
import { type RenderPage, servePages } from '../pages.ts'

const main = await startApp()
/** One connection to the database, and nobody but these tests on it. */
const { db, pool, line } = connect(main.url, 1)
const app = await buildApp({ ...main.parts, db, line })
let slowPage: Promise<void> | undefined
const render: RenderPage = async (request, send) => {
  const { pathname } = new URL(request.url)
  if (pathname === '/about') await slowPage
  if (request.method === 'POST') await request.text()
  const url = pathname === '/projects' ? '/api/projects/categories' : '/api/content/contact'
  const { status } = await send({ method: 'GET', url })
  return { status, headers: [['content-type', 'text/html']], body: Buffer.from(request.url), scripts: [] }
}
servePages(app, render, 'http://x.in')
const follower = await followPageChanges(app.pageCache, main.url)
const origin = await app.listen({ port: 0, host: '127.0.0.1' })
afterAll(async () => {
  await follower.stop()
  await app.close()
  await pool.end()
})

const get = async (url = '/api/content/contact') => app.inject({ url })
const post = async () =>
  app.inject({ method: 'POST', url: '/api/users/auth/check-email', payload: { email: 'a@b.in' } })
const later = {
  success: false,
  code: 'unavailable',
  message: 'Too many people are here at once. Please try again in a moment.',
}

let held: pg.PoolClient | undefined
let queued: Promise<unknown>[] = []
/**
 * Somebody has the only connection and does not move, the pool's own queue is full, and one more waits in line: the reply
 * that comes back. Time stands still but for `vi.advanceTimersByTime`.
 */
async function aCrowd() {
  held = await pool.connect()
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })
  queued = [1, 2, 3, 4].map(() => get())
  await until(() => pool.waitingCount === 4)
  const reply = get()
  await until(() => line.isLongerThan(-1))
  return { reply }
}
async function letGo() {
  held?.release()
  held = undefined
  await Promise.all(queued)
}
/** Until something is so; `expect.poll` would move the clock. */
async function until(isSo: () => unknown) {
  while (!isSo()) await setImmediate()
}

beforeEach(() => app.pageCache.drop())
afterEach(async () => {
  await letGo()
  vi.useRealTimers()
})

test('who waits is answered; who would wait too long is sent away at once and told when to come again', async () => {
  const { reply } = await aCrowd()
  vi.advanceTimersByTime(450)
  const late = await get()
  expect([late.statusCode, late.headers['retry-after']]).toEqual([503, '2'])
  expect(late.headers).toMatchObject({ 'x-content-type-options': 'nosniff' })
  expect(late.json()).toEqual(later)
  await letGo()
  expect((await reply).statusCode).toBe(200)
  expect(await Promise.all(queued)).toMatchObject(queued.map(() => ({ statusCode: 200 })))
  expect((await get()).statusCode).toBe(200)
})

test('nobody waits for long: who was let in and has no turn in time is told to come again', async () => {
  const { reply } = await aCrowd()
  vi.advanceTimersByTime(500)
  const { statusCode, headers, body } = await reply
  expect([statusCode, headers['retry-after'], JSON.parse(body)]).toEqual([503, '2', later])
})

test('who changes something is still let in when who only looks is sent away', async () => {
  await aCrowd()
  vi.advanceTimersByTime(450)
  const changes = post()
  expect((await get()).statusCode).toBe(503)
  await letGo()
  expect((await changes).statusCode).toBe(200)
})

test('who has begun goes before all who have not, and is never sent away', async () => {
  await aCrowd()
  const visit = new Visit({ patience: 400, readsOnly: true })
  expect(line.mayPass(visit)).toBe(false)
  const partOfAPage = new Visit({ patience: 400, readsOnly: true, within: visit })
  visit.begin()
  expect([visit, partOfAPage].map((one) => line.mayPass(one))).toEqual([true, true])
})

test('checks of health are answered, and do not wait in line', async () => {
  const { reply } = await aCrowd()
  vi.advanceTimersByTime(450)
  expect((await get()).statusCode).toBe(503)
  expect((await get('/healthz')).statusCode).toBe(200)
  const answered: string[] = []
  const ready = get('/readyz').then(({ statusCode }) => answered.push(`ready ${statusCode}`))
  const looks = reply.then(({ statusCode }) => answered.push(`in line ${statusCode}`))
  await until(() => pool.waitingCount === 5)
  await letGo()
  await Promise.all([ready, looks])
  expect(answered).toEqual(['ready 200', 'in line 200'])
})

test('kept pages are given out; others are a plain page that says to come again', async () => {
  expect((await get('/projects')).statusCode).toBe(200)
  await aCrowd()
  vi.advanceTimersByTime(450)
  const kept = await get('/projects')
  expect([kept.statusCode, kept.body]).toEqual([200, 'http://x.in/projects'])
  const page = await get('/categories')
  expect([page.statusCode, page.headers['retry-after']]).toEqual([503, '2'])
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/)
  expect(page.body).toContain('<h1>Too many people are here at once</h1>')
  const data = await get('/categories.data')
  expect([data.statusCode, data.json()]).toEqual([503, later])
})

test('while pages take too long to make, more are not begun; calls are answered', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const { promise, resolve: goOn } = Promise.withResolvers<void>()
  slowPage = promise
  const few = Array.from({ length: 8 }, (_, n) => get(`/about?${n}`))
  await setImmediate()
  vi.advanceTimersByTime(650)
  const slow = [...few, get('/about?last')]
  await setImmediate()
  vi.advanceTimersByTime(650)
  expect((await get('/categories')).statusCode).toBe(503)
  expect((await get()).statusCode).toBe(200)
  goOn()
  for (const { statusCode } of await Promise.all(slow)) expect(statusCode).toBe(200)
  expect((await get('/categories')).statusCode).toBe(200)
})

test('forms that arrive slowly keep nobody from a page', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const { hostname, port } = new URL(origin)
  const senders = Array.from({ length: 12 }, () => connectTo(Number(port), hostname))
  for (const sender of senders)
    sender.write('POST /contact HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5000\r\n\r\nname=a')
  await sleep(100)
  vi.advanceTimersByTime(650)
  expect((await get('/categories?slow')).statusCode).toBe(200)
  for (const sender of senders) sender.destroy()
})

/** Runs `while` nobody can read what is published. */
const whileLocked = (run: () => Promise<void>) =>
  main.db.transaction().execute(async (trx) => {
    await sql`lock table published_projects`.execute(trx)
    await run()
  })
const waiting = async () => {
  const { rows } = await sql`
    select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
    main.db,
  )
  return rows.length
}

test.each(['/api/projects/categories', '/projects'])(
  'a visitor who leaves %s stops the statement; others are served by the same connection',
  async (url) => {
    await whileLocked(async () => {
      const visitor = new AbortController()
      const answer = fetch(origin + url, { signal: visitor.signal })
      await expect.poll(waiting).toBe(1)
      visitor.abort()
      await expect(answer).rejects.toThrow('aborted')
      await expect.poll(waiting).toBe(0)
      expect((await get()).statusCode).toBe(200)
    })
    expect((await get('/api/projects/categories')).statusCode).toBe(200)
  },
)

test.each([
  ['the queue', 0],
  ['the line', 4],
])('for a visitor who leaves %s nothing is asked', async (_, before) => {
  held = await pool.connect()
  queued = Array.from({ length: before }, () => get())
  await until(() => pool.waitingCount === before)
  const visitor = new AbortController()
  let hasLeft = false
  app.server.once('request', (_request, answer) => answer.once('close', () => (hasLeft = true)))
  const answer = fetch(`${origin}/api/categories`, { signal: visitor.signal })
  await until(() => pool.waitingCount > before || line.isLongerThan(-1))
  visitor.abort()
  await expect(answer).rejects.toThrow('aborted')
  await until(() => hasLeft)
  const query = vi.spyOn(held, 'query')
  const next = get('/api/about')
  await letGo()
  expect((await next).statusCode).toBe(200)
  expect(JSON.stringify(query.mock.calls)).toContain('about')
  expect(JSON.stringify(query.mock.calls)).not.toContain('categories')
  query.mockRestore()
})

test('a public read that takes too long ends with 503', async () => {
  await whileLocked(async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const reply = get('/api/projects/categories')
    while ((await waiting()) === 0) await setImmediate()
    vi.advanceTimersByTime(2000)
    expect([(await reply).statusCode, (await reply).headers['retry-after']]).toEqual([503, '2'])
    vi.useRealTimers()
  })
})
