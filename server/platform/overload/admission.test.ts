import { connect as connectTo } from 'node:net'
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'

import { sql } from 'kysely'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'

import type { Pages } from '#contract/page.ts'
import { buildApp } from '#server/app.ts'
import { connect } from '#server/platform/database/connection.ts'

import { startApp } from '../../../test/app.ts'
import { publicPagesExcept } from '../../../test/public-pages.ts'
import { registerPages } from '../../pages.ts'
import { followPageChanges } from '../page-cache.ts'
import type { Limiter, Release } from './limiter.ts'
import { currentSignal } from './request-scope.ts'

const main = await startApp()
/** A pool of one connection that only these tests use. */
const { db, pool } = connect(main.url, { connections: 1, signalOf: currentSignal })
const limits = {
  calls: { slots: 2, maxQueued: 2, maxWait: 1500 },
  pages: { slots: 2, maxQueued: 2, maxWait: 2500 },
}
const app = await buildApp({ ...main.dependencies, db }, { limits })
const made: string[] = []
const render: Pages['renderPage'] = async (request, send) => {
  const { pathname } = new URL(request.url)
  made.push(pathname)
  if (request.method === 'POST') await request.text()
  const url = pathname === '/projects' ? '/api/projects/categories' : '/api/content/contact'
  const { status } = await send({ method: 'GET', url })
  return { status, headers: [['content-type', 'text/html']], body: Buffer.from(request.url) }
}
registerPages(app, render, { publicUrl: 'http://x.in', mode: 'live' }, publicPagesExcept('/checkout'))
await followPageChanges(app.pageCache, main.listener)
const origin = await app.listen({ port: 0, host: '127.0.0.1' })
const { calls, pages } = app.overload
afterAll(async () => {
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

let held: (Release | undefined)[] = []
/** Takes every slot. */
const takeAll = async (limiter: Limiter) => {
  held = await Promise.all([limiter.take(), limiter.take()])
}
const letGo = () => held.splice(0).forEach((release) => release?.())
/** Waits until a condition holds; `expect.poll` would advance the fake clock. */
async function until(isSo: () => unknown) {
  while (!isSo()) await setImmediate()
}
/** Takes every slot and fills the queue; returns the replies that the two queued requests will get. */
async function fillQueue(limiter: Limiter, url?: string) {
  await takeAll(limiter)
  const queued = [get(url), get(url)]
  await until(() => limiter.stats.queued === 2)
  return queued
}
const statuses = async (replies: Promise<{ statusCode: number }>[]) =>
  (await Promise.all(replies)).map(({ statusCode }) => statusCode)

beforeEach(() => {
  app.pageCache.expire()
  made.length = 0
})
afterEach(async () => {
  letGo()
  vi.useRealTimers()
  await until(() => calls.stats.running + pages.stats.running === 0)
})

test('who waits is answered; who comes when too many wait is shed at once and told when to try again', async () => {
  const queued = await fillQueue(calls)
  const late = await get()
  expect([late.statusCode, late.headers['retry-after']]).toEqual([503, '2'])
  expect(late.headers).toMatchObject({ 'x-content-type-options': 'nosniff' })
  expect(late.json()).toEqual(later)
  letGo()
  expect(await statuses(queued)).toEqual([200, 200])
  expect((await get()).statusCode).toBe(200)
})

test.each([
  ['a call', calls, '/api/content/contact', 1500],
  ['a page', pages, '/categories', 2500],
])(
  'nobody waits for long: %s that got no slot in time is told to try again',
  async (_, limiter, url, maxWait) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const [queued] = await fillQueue(limiter, url)
    vi.advanceTimersByTime(maxWait - 1)
    expect(limiter.stats.queued).toBe(2)
    vi.advanceTimersByTime(1)
    const { statusCode, headers } = await queued!
    expect([statusCode, headers['retry-after']]).toEqual([503, '2'])
  },
)

test('a payment waits longer than a look: it is taken when there is room within 5 s, else told to try again', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await takeAll(calls)
  const paid = post()
  await until(() => calls.stats.queued === 1)
  vi.advanceTimersByTime(4999)
  expect(calls.stats.queued).toBe(1)
  letGo()
  expect((await paid).statusCode).toBe(200)

  await takeAll(calls)
  const shed = post()
  await until(() => calls.stats.queued === 1)
  vi.advanceTimersByTime(5000)
  const { statusCode, headers } = await shed
  expect([statusCode, headers['retry-after']]).toEqual([503, '2'])
})

test('who changes something, pays or works is let in when who only looks is shed', async () => {
  const queued = await fillQueue(calls)
  const changes = post()
  expect((await queued[1]!).statusCode).toBe(503)
  const works = app.inject({ url: '/api/orders', headers: { authorization: 'Bearer x' } })
  expect((await queued[0]!).statusCode).toBe(503)
  letGo()
  expect((await changes).statusCode).toBe(200)
  expect((await works).statusCode).not.toBe(503)
})

test("a client's own page is shed after the pages for everybody", async () => {
  const queued = await fillQueue(pages, '/categories')
  const own = get('/checkout')
  expect((await queued[1]!).statusCode).toBe(503)
  letGo()
  expect((await own).statusCode).toBe(200)
})

test('the calls of a page run in its slot: while calls wait, a page that has begun does not', async () => {
  void (await fillQueue(calls))
  expect((await get('/categories')).statusCode).toBe(200)
})

test('while pages wait, calls are answered', async () => {
  void (await fillQueue(pages, '/categories'))
  expect((await get()).statusCode).toBe(200)
})

test('checks of health are answered, and wait for nobody', async () => {
  void (await fillQueue(calls))
  expect((await get()).statusCode).toBe(503)
  expect((await get('/healthz')).statusCode).toBe(200)
  expect((await get('/readyz')).statusCode).toBe(200)
})

test('cached pages are given out; others are a plain page that says to come again', async () => {
  expect((await get('/projects')).statusCode).toBe(200)
  void (await fillQueue(pages, '/about'))
  const cached = await get('/projects')
  expect([cached.statusCode, cached.body]).toEqual([200, 'http://x.in/projects'])
  const page = await get('/categories')
  expect([page.statusCode, page.headers['retry-after']]).toEqual([503, '2'])
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/)
  expect(page.body).toContain('<h1>Too many people are here at once</h1>')
  const data = await get('/categories.data')
  expect([data.statusCode, data.json()]).toEqual([503, later])
})

test.each([
  ['/contact', 'application/x-www-form-urlencoded'],
  ['/api/contact', 'application/json'],
  ['/api/users/auth/check-email', 'application/json'],
])('bodies that arrive slowly at %s take no slot', async (url, type) => {
  const { hostname, port } = new URL(origin)
  const senders = Array.from({ length: 12 }, () => connectTo(Number(port), hostname))
  const head = `Host: localhost\r\nContent-Type: ${type}\r\nContent-Length: 5000`
  for (const sender of senders) sender.write(`POST ${url} HTTP/1.1\r\n${head}\r\n\r\n{"name":"a`)
  await sleep(100)
  expect((await get('/categories')).statusCode).toBe(200)
  expect((await get()).statusCode).toBe(200)
  expect([calls.stats, pages.stats]).toMatchObject([{ running: 0 }, { running: 0 }])
  for (const sender of senders) sender.destroy()
})

/** Runs a function while nobody can read the published projects. */
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
  'a client who leaves %s stops the statement; others are served by the same connection',
  async (url) => {
    await whileLocked(async () => {
      const client = new AbortController()
      const answer = fetch(origin + url, { signal: client.signal })
      await expect.poll(waiting).toBe(1)
      client.abort()
      await expect(answer).rejects.toThrow('aborted')
      await expect.poll(waiting).toBe(0)
      expect((await get()).statusCode).toBe(200)
    })
    expect((await get('/api/projects/categories')).statusCode).toBe(200)
  },
)

test.each([
  ['a call', calls, '/api/projects/categories'],
  ['a page', pages, '/projects'],
])('for a client who leaves while %s is queued nothing is done', async (_, limiter, url) => {
  await takeAll(limiter)
  const client = new AbortController()
  const answer = fetch(origin + url, { signal: client.signal })
  await until(() => limiter.stats.queued === 1)
  const asked = vi.spyOn(pool, 'connect')
  client.abort()
  await expect(answer).rejects.toThrow('aborted')
  await until(() => limiter.stats.queued === 0)
  letGo()
  await sleep(50)
  expect([asked.mock.calls.length, made.length, limiter.stats.running]).toEqual([0, 0, 0])
  asked.mockRestore()
})

test('for a client who leaves while the database is busy nothing is asked', async () => {
  const connection = await pool.connect()
  const client = new AbortController()
  const answer = fetch(`${origin}/api/projects/categories`, { signal: client.signal })
  await until(() => pool.waitingCount === 1)
  client.abort()
  await expect(answer).rejects.toThrow('aborted')
  await sleep(50)
  const query = vi.spyOn(connection, 'query')
  const next = get()
  connection.release()
  expect((await next).statusCode).toBe(200)
  expect(JSON.stringify(query.mock.calls)).toContain('identity')
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
