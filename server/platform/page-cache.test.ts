import { expect, test, vi } from 'vitest'

import { pageCache } from './page-cache.ts'

const page = (text: string, size = 100) => ({ text, size, isCacheable: true, isGone: false })
const gone = { ...page('gone'), isCacheable: false, isGone: true }
const staying = new AbortController().signal

function open({ bytes = 100_000, isAnswered = async () => true } = {}) {
  const limits = { bytes, seconds: 60, staleSeconds: 300, isAnswered }
  const cache = pageCache<ReturnType<typeof page>>(limits)
  cache.open()
  return cache
}

/** A rendering that ends on command. */
function rendering() {
  const { promise, resolve, reject } = Promise.withResolvers<ReturnType<typeof page>>()
  let signal: AbortSignal | undefined
  const state = { begun: 0, done: resolve, failed: reject, signal: () => signal!, render }
  function render(given: AbortSignal) {
    state.begun++
    signal = given
    return promise
  }
  return state
}

test('all who ask while a page is being made get the one that is made', async () => {
  const cache = open()
  const made = rendering()
  const asked = Promise.all([1, 2, 3].map(() => cache.page('/', staying, made.render)))
  made.done(page('home'))
  expect(new Set(await asked)).toEqual(new Set([page('home')]))
  expect(await cache.page('/', staying, () => Promise.reject(new Error('made twice')))).toEqual(page('home'))
  expect(made.begun).toBe(1)
})

test('a page whose making began before a change answers the requests from before, and is not cached', async () => {
  const cache = open()
  const before = rendering()
  const early = cache.page('/', staying, before.render)
  cache.expire()
  const after = rendering()
  const late = cache.page('/', staying, after.render)
  after.done(page('new'))
  before.done(page('old'))
  expect([await early, await late]).toEqual([page('old'), page('new')])
  expect(cache.get('/')).toEqual(page('new'))
  cache.expire()
  expect(cache.get('/')).toBeUndefined()
})

test('what only some addresses show is dropped there alone, a page being made included', async () => {
  const cache = open()
  for (const address of ['/projects/1', '/projects/1.data', '/projects/2'])
    await cache.page(address, staying, async () => page(address))
  const [one, two] = [rendering(), rendering()]
  const early = cache.page('/projects/1/samples/1', staying, one.render)
  const other = cache.page('/projects/3', staying, two.render)
  cache.drop('/1')
  one.done(page('old'))
  two.done(page('three'))
  expect([await early, await other]).toEqual([page('old'), page('three')])
  const left = ['/projects/1', '/projects/1.data', '/projects/1/samples/1', '/projects/2', '/projects/3']
  expect(left.filter((address) => cache.get(address))).toEqual(['/projects/2', '/projects/3'])
})

test('a page that came to nothing is made again for the next one', async () => {
  const cache = open()
  const { render, failed } = rendering()
  const asked = cache.page('/', staying, render)
  failed(new Error('the database is away'))
  await expect(asked).rejects.toThrow('the database is away')
  expect(await cache.page('/', staying, async () => page('home'))).toEqual(page('home'))
})

test('nothing is cached that may not answer others, nor while notifications of changes do not arrive', async () => {
  const cache = open()
  await cache.page('/gone', staying, async () => ({ ...page('not found'), isCacheable: false }))
  await cache.page('/', staying, async () => page('home'))
  expect([cache.get('/gone'), cache.get('/')]).toEqual([undefined, page('home')])
  cache.close()
  expect(cache.get('/')).toBeUndefined()
  await cache.page('/', staying, async () => page('home'))
  expect(cache.get('/')).toBeUndefined()
})

test('a page begun while notifications did not arrive is not cached', async () => {
  const cache = open()
  cache.close()
  const { render, done } = rendering()
  const asked = cache.page('/', staying, render)
  cache.open()
  done(page('old'))
  await asked
  expect(cache.get('/')).toBeUndefined()
})

/** A cache whose database answers or not, as the test says, with a page of each address. */
async function outAfter(...addresses: string[]) {
  const database = { answers: true }
  const cache = open({ isAnswered: async () => database.answers })
  for (const address of addresses) await cache.page(address, staying, async () => page(address))
  return { cache, database }
}

test('while the database does not answer, pages that were good are kept on, until it answers', async () => {
  const { cache, database } = await outAfter('/', '/about')
  expect(cache.stale('/')).toBeUndefined()
  database.answers = false
  cache.close()
  expect([cache.get('/'), cache.stale('/'), cache.stale('/about')]).toEqual([
    undefined,
    page('/'),
    page('/about'),
  ])
  await new Promise((resume) => setTimeout(resume, 600))
  expect(cache.stale('/')).toEqual(page('/'))
  database.answers = true
  await expect.poll(() => cache.stale('/')).toBeUndefined()
})

test('a page that could not be made is the kept one only when the database, asked then, does not answer', async () => {
  const { cache, database } = await outAfter('/')
  expect(await cache.staleUnlessAnswered('/')).toBeUndefined()
  await new Promise((resume) => setTimeout(resume, 300))
  database.answers = false
  expect(await cache.staleUnlessAnswered('/')).toEqual(page('/'))
  expect(await cache.staleUnlessAnswered('/never-made')).toBeUndefined()
})

test('what changed is not kept: its own page from the change on, all pages once notifications arrive again', async () => {
  const { cache, database } = await outAfter('/', '/projects/1')
  cache.drop('/1')
  cache.expire()
  database.answers = false
  cache.close()
  expect([cache.stale('/'), cache.stale('/projects/1')]).toEqual([page('/'), undefined])
  cache.open()
  expect(cache.stale('/')).toBeUndefined()
})

test('an address where nothing is any more keeps no page, nor the data of one, and others keep theirs', async () => {
  const { cache, database } = await outAfter(
    '/members/1',
    '/members/1.data',
    '/members/1?page=2',
    '/members/12',
  )
  cache.expire()
  await cache.page('/members/1', staying, async () => gone)
  database.answers = false
  cache.close()
  for (const address of ['/members/1', '/members/1.data', '/members/1?page=2'])
    expect(cache.stale(address)).toBeUndefined()
  expect(cache.stale('/members/12')).toEqual(page('/members/12'))
})

test('a page is kept for five minutes', async () => {
  const { cache, database } = await outAfter('/')
  database.answers = false
  cache.close()
  const later = vi.spyOn(performance, 'now')
  const now = performance.now()
  later.mockReturnValue(now + 299_000)
  expect(cache.stale('/')).toEqual(page('/'))
  later.mockReturnValue(now + 301_000)
  // The cache looks at the clock once a millisecond.
  await new Promise((resume) => setTimeout(resume, 5))
  expect(cache.stale('/')).toBeUndefined()
  later.mockRestore()
})

test('pages together stay within the bytes allowed; what was asked for once goes first, the oldest before the rest', async () => {
  const cache = open({ bytes: 16_000 })
  const ask = (address: string) => cache.page(address, staying, async () => page(address, 980))
  const addresses = Array.from({ length: 20 }, (_, index) => `/projects/${index}`)
  for (const address of ['/', '/projects']) for (let time = 0; time < 2; time++) await ask(address)
  for (const address of addresses) await ask(address)
  const kept = ['/', '/projects', ...addresses].filter((address) => cache.get(address))
  expect(kept).toEqual(['/', '/projects', ...addresses.slice(12)])
})

test('making ends when all who asked have left, not before', async () => {
  const cache = open()
  const [first, second] = [new AbortController(), new AbortController()]
  const { render, signal } = rendering()
  void cache.page('/', first.signal, render)
  void cache.page('/', second.signal, render)
  first.abort()
  expect(signal().aborted).toBe(false)
  second.abort()
  expect(signal().aborted).toBe(true)
})
