import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { startApp } from '../../test/app.ts'
import { anAddress, anAdmin, runJob } from '../../test/makers.ts'
import { browserOf } from './browser-errors.ts'
import { dashboardJobs } from './jobs.ts'

const app = await startApp()
const admin = await anAdmin(app)
const listed = () => admin.api.browserErrors.list()

const chrome =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36'
const seen = {
  message: 'TypeError: l is not a function',
  page: '/projects/:id',
  place: 'assets/B2x9k.js:1:204',
  release: '3f2a91bc',
}

/** Reports an error as a browser does, from a new address. */
async function tell(error: Partial<typeof seen>, from = anAddress(), userAgent = chrome) {
  const { statusCode, body } = await app.app.inject({
    method: 'POST',
    url: '/api/browser-errors',
    remoteAddress: from,
    headers: { 'user-agent': userAgent },
    payload: { ...seen, ...error },
  })
  return { status: statusCode, said: JSON.parse(body) as { message?: string } }
}

test('an error is listed once for its message, page, browser and release, with how often it was met', async () => {
  expect(await listed()).toMatchObject({ errors: [], others: 0 })
  expect(await tell({})).toMatchObject({ status: 200 })
  await tell({ place: 'assets/C3.js:2:1' })
  await tell({}, anAddress(), chrome.replace('156', '157'))
  await tell({ page: '/cart' })
  await tell({ release: '00000000' })
  const { errors, others } = await listed()
  expect(others).toBe(0)
  expect(errors.map(({ page, browser, release, count }) => [page, browser, release, count])).toEqual([
    ['/projects/:id', 'Chrome 156', '00000000', 1],
    ['/cart', 'Chrome 156', '3f2a91bc', 1],
    ['/projects/:id', 'Chrome 157', '3f2a91bc', 1],
    ['/projects/:id', 'Chrome 156', '3f2a91bc', 2],
  ])
  expect(errors.at(-1)).toMatchObject({ message: seen.message, place: 'assets/C3.js:2:1' })
  expect(Date.parse(errors.at(-1)!.lastSeenAt)).toBeGreaterThan(Date.parse(errors.at(-1)!.firstSeenAt))
})

test('nothing that somebody wrote is stored, whatever a browser sends', async () => {
  const forged =
    'Broken: "Asha Rao" of asha@example.in, 98765 43210, https://readymade.example/orders/7 \u0000'
  await tell({ message: forged + 'x '.repeat(400) })
  const rows = JSON.stringify(await app.db.selectFrom('browserErrors').selectAll().execute())
  expect(rows).not.toMatch(/Asha|asha|98765|43210|orders/)
  const { message } = (await listed()).errors[0]!
  expect(message).toMatch(/^Broken: … of/)
  expect(message.length).toBeLessThanOrEqual(300)
})

test.each([
  [{ message: '' }, 'Say which error it was'],
  [{ message: 'x'.repeat(1001) }, 'At most 1000 characters'],
  [{ page: '/projects/42' }, 'Name the page by its pattern'],
  [{ page: '/projects?search=asha' }, 'Name the page by its pattern'],
  [{ place: 'https://elsewhere.example/a.js:1:1' }, 'Name the place as file:line:column'],
  [{ release: '<b>' }, 'Name the release by its letters and digits'],
])('%j is refused with a sentence', async (error, sentence) => {
  const { status, said } = await tell(error)
  expect(status).toBe(400)
  expect(said.message).toContain(sentence)
})

test('a body that is larger than any error is not read', async () => {
  expect(await tell({ message: 'x'.repeat(20_000) })).toMatchObject({ status: 413 })
})

test('one client adds few errors of its own, and is heard a few times a minute', async () => {
  const before = (await listed()).others
  const client = anAddress()
  const statuses = []
  for (let n = 0; n < 32; n++)
    statuses.push((await tell({ message: `Flood ${'abcdefghijklmnopqrstuvwxyzABCDEF'[n]}` }, client)).status)
  expect(statuses).toEqual([...Array(30).fill(200), 429, 429])
  expect((await listed()).others).toBe(before + 10)
})

test('the list is full at 500: more are counted together, those in it go on, and many at once do not pass it', async () => {
  await sql`insert into browser_errors (message, page, browser, release, place, last_seen_at)
    select 'Made ' || n, '/', 'Chrome 1', 'a', '', now() - interval '40 days'
    from generate_series(1, 495 - (select count(*)::int from browser_errors where page <> '')) n`.execute(
    app.db,
  )
  const { others } = await listed()
  await Promise.all(Array.from('abcdefghijklmnop', (letter) => tell({ message: `Another ${letter}` })))
  const counted = await sql<{
    rows: number
  }>`select count(*)::int as rows from browser_errors where page <> ''`.execute(app.db)
  expect(counted.rows).toEqual([{ rows: 500 }])
  expect((await listed()).others).toBe(others + 11)
  await tell({})
  expect((await listed()).errors[0]).toMatchObject({ message: seen.message, count: 3 })
})

test('what no browser has met for 30 days is forgotten', async () => {
  await app.jobs.work(dashboardJobs(app.dependencies))
  await runJob(app, 'forget-browser-errors')
  const left = await app.db.selectFrom('browserErrors').select('message').execute()
  expect(left.filter(({ message }) => message.startsWith('Made'))).toEqual([])
  expect(left.length).toBeGreaterThan(10)
})

test('/metrics counts what browsers told of', async () => {
  const metrics = await app.app.inject('/metrics')
  expect(metrics.body).toMatch(/^readymade_browser_errors_total\{outcome="new"\} [1-9]/m)
  expect(metrics.body).toMatch(/^readymade_browser_errors_total\{outcome="other"\} [1-9]/m)
})

test.each([
  [chrome, 'Chrome 156'],
  [`${chrome} Edg/156.0.1.2`, 'Edge 156'],
  [`${chrome} OPR/120.0`, 'Opera 120'],
  [
    'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 SamsungBrowser/27.0 Chrome/125.0 Mobile Safari/537.36',
    'Samsung Internet 27',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox 140'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    'Safari 18',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
    'Safari 18',
  ],
  ['curl/8.5.0', 'Other'],
  [undefined, 'Other'],
])('%j is %s', (userAgent, browser) => {
  expect(browserOf(userAgent)).toBe(browser)
})
