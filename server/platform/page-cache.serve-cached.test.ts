import { brotliDecompressSync, gunzipSync } from 'node:zlib'

import { sql } from 'kysely'
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest'

import type { Pages } from '#contract/page.ts'
import { buildApp } from '#server/app.ts'

import { startApp } from '../../test/app.ts'
import { isLong } from '../../test/long.ts'
import { aMember, anAdmin, aPublishedProject, deactivate, deleteAccount } from '../../test/makers.ts'
import { buyAndPay, source } from '../../test/orders.ts'
import { publicPagesExcept } from '../../test/public-pages.ts'
import { registerPages } from '../pages.ts'
import { createListener } from './database/listener.ts'
import { followPageChanges } from './page-cache.ts'

/** Pages whose content is the API's answer at the same address. */
let made: string[] = []
let nonces: string[] = []
let whenRead: (() => Promise<void>) | undefined
const render: Pages['renderPage'] = async (request, send, nonce) => {
  const { pathname, search } = new URL(request.url)
  made.push(pathname + search)
  if (answers503) return { status: 503, headers: [], body: Buffer.from('') }
  const asked = api[pathname] ?? pathname
  const answer = await send({ method: 'GET', url: `/api${asked}${search}` })
  await whenRead?.()
  nonces.push(nonce!)
  const headers: [string, string][] = [['content-type', 'text/html']]
  return { status: answer.status, headers, body: Buffer.from(await answer.text()) }
}
const api: Record<string, string> = {
  '/about': '/content/about',
  '/signin': '/projects',
  '/contact': '/projects',
}

let isAnswering = true
let answers503 = false
const app = await startApp({}, { isDatabaseAnswering: async () => isAnswering })
registerPages(app.app, render, { publicUrl: 'http://x.in', mode: 'live' }, publicPagesExcept('/signin'))
const otherProcess = await buildApp(app.dependencies, { isDatabaseAnswering: async () => isAnswering })
registerPages(otherProcess, render, { publicUrl: 'http://x.in', mode: 'live' }, publicPagesExcept('/signin'))
let lastHeard = 0
/** What is held back that makes all other pages anew, while a test looks at what they show before. */
let heldBack: (() => void)[] | undefined
/** Milliseconds after which the pages of others are anew here, so that tests do not wait for long. */
const otherPagesAfter = 400
const listeners = [app.listener, createListener(app.url)]
await Promise.all(
  [app.app, otherProcess].map(({ pageCache }, index) => {
    const drop = (part: string) => {
      lastHeard = performance.now()
      pageCache.drop(part)
    }
    const expire = () => {
      lastHeard = performance.now()
      if (heldBack) heldBack.push(pageCache.expire)
      else pageCache.expire()
    }
    return followPageChanges({ ...pageCache, drop, expire }, listeners[index]!, otherPagesAfter)
  }),
)
afterAll(async () => {
  await listeners[1]!.stop()
  await otherProcess.close()
})
const owner = await aMember(app)
const admin = await anAdmin(app)
const project = await aPublishedProject(app, { owner, admin, price: 100 })
const address = `/projects/${project._id}`
const of = { params: { id: project._id } }

const get = (url: string, headers = {}, from = app.app) => from.inject({ url, headers })
const read = async (url: string, from = app.app) => (await get(url, {}, from)).body
/** Arguments of `expect.poll` that read a page until it shows a change. */
const soon = (url: string, from = app.app) => [() => read(url, from), { timeout: 30_000 }] as const

beforeEach(async () => {
  whenRead = undefined
  answers503 = false
  isAnswering = true
  // Waits until the notifications of the previous test have arrived.
  while (performance.now() - lastHeard < otherPagesAfter + 200)
    await new Promise((resume) => setTimeout(resume, 20))
  app.app.pageCache.expire()
  made = []
  nonces = []
})

test('a public page is made once for all, with the headers it was made with', async () => {
  const first = await get(address)
  const again = await get(address)
  expect(made).toEqual([address])
  expect(again.body).toBe(first.body)
  const { date: _, ...headers } = first.headers
  expect(again.headers).toMatchObject(headers)
  expect(headers).toMatchObject({
    'content-type': 'text/html',
    vary: 'accept-encoding',
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining(`script-src 'self' 'nonce-${nonces[0]}';`),
  })
})

test('two addresses are two pages', async () => {
  for (const url of [
    '/projects',
    '/projects?search=hospital',
    '/projects?search=zebra',
    '/projects?page=2',
  ]) {
    expect(await read(url)).toBe((await get(`/api${url}`)).body)
    expect(await read(url)).toBe((await get(`/api${url}`)).body)
  }
  expect(made).toHaveLength(4)
})

test('a cached page is sent in the variant that was asked for', async () => {
  const plain = await get('/projects')
  const unpackers = { br: brotliDecompressSync, gzip: gunzipSync }
  for (const [encoding, unpack] of Object.entries(unpackers)) {
    for (const _time of [1, 2]) {
      const packed = await get('/projects', { 'accept-encoding': encoding })
      expect(packed.headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' })
      expect(packed.headers['content-length']).toBe(String(packed.rawPayload.length))
      expect(unpack(packed.rawPayload).toString()).toBe(plain.body)
    }
  }
  expect((await get('/projects', { 'accept-encoding': 'br;q=0, gzip' })).headers['content-encoding']).toBe(
    'gzip',
  )
  expect((await get('/projects', { 'accept-encoding': 'gzip;q=0' })).headers).not.toHaveProperty(
    'content-encoding',
  )
  expect(made).toEqual(['/projects'])
})

test('HEAD gets the headers of the cached page and no body', async () => {
  const page = await get('/projects')
  const head = await app.app.inject({ method: 'HEAD', url: '/projects' })
  expect([head.statusCode, head.body, head.headers['content-length']]).toEqual([
    200,
    '',
    String(page.rawPayload.length),
  ])
  expect(made).toEqual(['/projects'])
})

const sendForm = () => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  return app.app.inject({ method: 'POST', url: '/contact', headers, payload: 'name=Asha' })
}
test("nobody's own page, no answer to a form and nothing that failed is cached", async () => {
  await get('/signin')
  await get('/signin')
  const unknown = '/projects/01890000-0000-7000-8000-000000000000'
  expect((await get(unknown)).statusCode).toBe(404)
  await get(unknown)
  await sendForm()
  await sendForm()
  expect(made).toEqual(['/signin', '/signin', unknown, unknown, '/contact', '/contact'])
})

test('a new price, a review and a text of the staff are on the page with the next request, of every process', async () => {
  for (const process of [app.app, otherProcess]) expect(await read(address, process)).toContain('"price":100')
  await owner.api.projects.ownerUpdate({ ...of, body: { price: 50 } })
  for (const process of [app.app, otherProcess])
    await expect.poll(...soon(address, process)).toContain('"price":50')

  const buyer = await aMember(app)
  await buyAndPay(app, buyer, source({ id: project._id }))
  await buyer.api.reviews.write({ ...of, body: { rating: 4, text: 'Clear.' } })
  await expect.poll(...soon(address)).toContain('"rating":4')

  await admin.api.projects.update({ ...of, body: { features: ['Night shifts'] } })
  await expect.poll(...soon(address)).toContain('Night shifts')

  await read('/about')
  await app.db.insertInto('settings').values({ name: 'aboutPage', value: '{}' }).execute()
  await expect.poll(() => app.app.pageCache.get('/about')).toBeUndefined()
})

test('while projects change one after the other each one’s own pages are anew at once, all others after a moment', async () => {
  const dropped: { part: string; at: number }[] = []
  const drop = (part: string) => void dropped.push({ part, at: performance.now() })
  const expire = () => void dropped.push({ part: 'all', at: performance.now() })
  const delay = isLong ? 2000 : otherPagesAfter
  const stop = await followPageChanges({ drop, expire, open() {}, close() {} }, app.listener, delay)
  onTestFinished(stop)
  const prices = Array.from({ length: 10 }, (_, n) => 500 + n)
  for (const price of prices) await owner.api.projects.ownerUpdate({ ...of, body: { price } })
  const own = () => dropped.filter(({ part }) => part === project._id)
  await expect.poll(() => own().length, { timeout: 30_000 }).toBe(prices.length)
  await expect.poll(() => dropped.at(-1)!.part).toBe('all')
  const all = dropped.filter(({ part }) => part === 'all')
  // A timer is never early by more than its rounding to milliseconds.
  expect(all[0]!.at - own()[0]!.at).toBeGreaterThan(delay - 5)
  for (const [n, { at }] of all.slice(1).entries()) expect(at - all[n]!.at).toBeGreaterThan(delay - 5)
})

test('a list shows what it did for a moment after a project has changed, and then what is so', async () => {
  const other = await aPublishedProject(app, { owner, admin, title: 'Canteen Queue' })
  await expect.poll(...soon('/projects')).toContain('Canteen Queue')
  const ownPage = `/projects/${other._id}`
  for (const url of ['/projects', ownPage]) expect(await read(url)).toContain('Canteen Queue')
  heldBack = []
  await owner.api.projects.ownerUpdate({ params: { id: other._id }, body: { isActive: false } })
  await expect.poll(...soon(ownPage)).not.toContain('Canteen Queue')
  expect(await read('/projects')).toContain('Canteen Queue')
  const due = heldBack
  heldBack = undefined
  for (const expire of due) expire()
  await expect.poll(...soon('/projects')).not.toContain('Canteen Queue')
})

test('a project taken off or approved is gone or there with the next request', async () => {
  const other = await aPublishedProject(app, { owner, admin, title: 'Rice Mill Ledger' })
  const its = { params: { id: other._id } }
  await expect.poll(...soon('/projects')).toContain('Rice Mill Ledger')
  await admin.api.projects.update({
    ...its,
    body: { verificationStatus: 'needs_changes', verificationNotes: 'Not as described.' },
  })
  await expect.poll(...soon('/projects')).not.toContain('Rice Mill Ledger')
  await expect.poll(...soon(`/projects/${other._id}`)).toContain('"not_found"')
  await admin.api.projects.update({ ...its, body: { verificationStatus: 'approved' } })
  await expect.poll(...soon('/projects')).toContain('Rice Mill Ledger')
  await owner.api.projects.ownerUpdate({ ...its, body: { isActive: false } })
  await expect.poll(...soon('/projects')).not.toContain('Rice Mill Ledger')
})

test('a page being rendered while a project changes is not cached', async () => {
  await owner.api.projects.ownerUpdate({ ...of, body: { price: 200 } })
  await expect.poll(...soon(address)).toContain('"price":200')
  app.app.pageCache.expire()
  const { promise: goesOn, resolve: goOn } = Promise.withResolvers<void>()
  const { promise: hasRead, resolve: readAll } = Promise.withResolvers<void>()
  await read('/projects')
  whenRead = () => {
    readAll()
    return goesOn
  }
  const early = read(address)
  await hasRead
  whenRead = undefined
  await owner.api.projects.ownerUpdate({ ...of, body: { price: 300 } })
  await expect.poll(() => app.app.pageCache.get('/projects')).toBeUndefined()
  const late = read(address)
  goOn()
  expect(await early).toContain('"price":200')
  expect(await late).toContain('"price":300')
  expect(await read(address)).toContain('"price":300')
})

test('while notifications of changes do not arrive nothing is cached; then again', async () => {
  await read('/projects')
  expect(app.app.pageCache.get('/projects')).toBeDefined()
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'readymade listener' and datname = current_database()`.execute(app.db)
  await expect.poll(() => app.app.pageCache.get('/projects')).toBeUndefined()
  const isCached = async () => {
    await read('/projects')
    return app.app.pageCache.get('/projects') !== undefined
  }
  await expect.poll(isCached).toBe(true)
  await owner.api.projects.ownerUpdate({ ...of, body: { price: 400 } })
  await expect.poll(...soon('/projects')).toContain('"price":400')
})

test('while the database does not answer, visitors get public pages that were good, for nobody else to store, and nothing else', async () => {
  const bought = `/api/projects/${project._id}/view`
  for (const url of ['/projects', address])
    expect((await get(url)).headers).not.toHaveProperty('cache-control')
  const [list, own] = [await read('/projects'), await read(address)]
  isAnswering = false
  app.app.pageCache.close()
  for (const [url, body] of [
    ['/projects', list],
    [address, own],
  ] as const) {
    const { statusCode, headers, body: now } = await get(url, { 'accept-encoding': 'br' })
    expect([statusCode, headers['cache-control']]).toEqual([200, 'no-store'])
    expect(headers['content-encoding']).toBe('br')
    expect((await get(url)).body).toBe(body)
    expect(now).not.toBe(body)
  }
  expect(app.app.pageCache.stale('/signin')).toBeUndefined()
  expect(app.app.pageCache.stale(bought)).toBeUndefined()
  isAnswering = true
  app.app.pageCache.open()
  expect((await get(address)).headers).not.toHaveProperty('cache-control')
})

type Member = Awaited<ReturnType<typeof aMember>>
const leaving: [what: string, leave: (member: Member) => Promise<unknown>][] = [
  ['who deleted their account', (member) => deleteAccount(app, member)],
  ['who was deactivated', ({ id }) => deactivate(app.db, id)],
  [
    'who hid their profile',
    ({ api }) => api.accounts.updateProfile({ body: { preferences: { publicProfile: false } } }),
  ],
]

test.each(leaving)('%s stands on no page that is kept, of no process', async (_what, leave) => {
  const buyer = await aMember(app)
  await buyer.api.accounts.updateProfile({ body: { preferences: { publicProfile: true } } })
  await buyAndPay(app, buyer, source({ id: project._id }))
  await buyer.api.reviews.write({ ...of, body: { rating: 4, text: 'Clear.' } })
  const pages = [`/members/${buyer.id}`, `/projects/${project._id}/page`, '/projects']
  const processes = [app.app, otherProcess]
  for (const process of processes)
    for (const url of pages) {
      const kept = async () => {
        await read(url, process)
        return process.pageCache.get(url)
      }
      await expect.poll(kept).toBeDefined()
    }
  await leave(buyer)
  isAnswering = false
  for (const { pageCache } of processes)
    for (const url of pages) await expect.poll(() => pageCache.staleUnlessAnswered(url)).toBeUndefined()
  isAnswering = true
  for (const { pageCache } of processes) pageCache.open()
})

test('a page that cannot be made while the database does not answer is the one that was good', async () => {
  const good = await read('/projects')
  app.app.pageCache.expire()
  answers503 = true
  expect((await get('/projects')).statusCode).toBe(503)
  isAnswering = false
  await new Promise((resume) => setTimeout(resume, 300))
  const { statusCode, headers, body } = await get('/projects')
  expect([statusCode, headers['cache-control'], body]).toEqual([200, 'no-store', good])
  expect((await get('/projects?page=3')).statusCode).toBe(503)
})

test('a page that is being made while the database has fallen silent is the one that was good', async () => {
  const good = await read('/projects')
  app.app.pageCache.expire()
  const { promise: goesOn, resolve: goOn } = Promise.withResolvers<void>()
  whenRead = () => goesOn
  isAnswering = false
  const { headers, body } = await get('/projects')
  expect([headers['cache-control'], body]).toEqual(['no-store', good])
  isAnswering = true
  app.app.pageCache.open()
  const late = read('/projects?page=2')
  await new Promise((resume) => setTimeout(resume, 1_700))
  goOn()
  expect(JSON.parse(await late)).toMatchObject({ success: true })
})
