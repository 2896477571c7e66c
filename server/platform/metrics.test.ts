import { randomUUID } from 'node:crypto'

import { expect, test } from 'vitest'

import { startApp } from '../../test/app.ts'
import { aBuyer, aListing, checkoutBy, source } from '../../test/orders.ts'
import { readConfig } from '../config.ts'
import { startJobs } from './jobs/jobs.ts'
import { registry } from './metrics.ts'

// Tests of other files in this process have made requests too.
registry.resetMetrics()
const token = 'a-token-for-the-metrics-of-tests'
const app = await startApp({ METRICS_TOKEN: token, TRUST_PROXY: '1' })

const ask = (headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
  app.app.inject({ url: '/metrics', headers, remoteAddress })
const text = async () => (await ask()).body
/** The lines of one metric that have all of these labels. */
const linesOf = async (name: string, ...labels: string[]) =>
  (await text())
    .split('\n')
    .filter((line) => line.startsWith(name) && labels.every((label) => line.includes(label)))

test('the machine itself reads them, as the text of Prometheus', async () => {
  for (const address of ['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1']) {
    const { statusCode, headers, body } = await ask({}, address)
    expect(statusCode).toBe(200)
    expect(headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/)
    expect(headers['cache-control']).toBe('no-store')
    expect(body).toContain('# TYPE readymade_request_duration_seconds histogram')
  }
})

test.each([
  ['10.0.0.9', {}],
  ['203.0.113.7', {}],
  ['::2', {}],
  ['127.0.0.1', { 'x-forwarded-for': '127.0.0.1' }],
  ['127.0.0.1', { 'x-forwarded-for': '' }],
  ['127.0.0.1', { forwarded: 'for=127.0.0.1' }],
  ['127.0.0.1', { 'x-real-ip': '127.0.0.1' }],
  ['127.0.0.1', { via: '1.1 proxy' }],
  ['10.0.0.9', { 'x-forwarded-for': '127.0.0.1' }],
  ['127.0.0.1', { authorization: 'Bearer another token' }],
  ['127.0.0.1', { authorization: `Bearer ${token}x` }],
])('from %s with %j there is nothing', async (address, headers) => {
  const { statusCode, body } = await ask(headers, address)
  expect(statusCode).toBe(404)
  expect(body).not.toContain('readymade_')
})

test('whoever has the token reads them from anywhere, through proxies too; a short one is refused', async () => {
  const authorization = `Bearer ${token}`
  for (const address of ['127.0.0.1', '203.0.113.7'])
    expect((await ask({ authorization, 'x-forwarded-for': '198.51.100.1' }, address)).statusCode).toBe(200)
  const config = readConfig({ METRICS_TOKEN: 'letters-and-signs' })
  expect(config.metricsToken).toBe('letters-and-signs')
  expect(() => readConfig({ METRICS_TOKEN: 'short' })).toThrow('METRICS_TOKEN')
  expect(() => readConfig({ METRICS_TOKEN: 'with a space in it' })).toThrow('METRICS_TOKEN')
})

test('requests are counted by pattern, whatever addresses and methods are asked for', async () => {
  for (let time = 0; time < 20; time++) {
    await app.app.inject({ url: `/api/projects/${randomUUID()}?x=${time}` })
    await app.app.inject({ url: `/${randomUUID()}`, method: 'POST' })
  }
  const [line, ...others] = await linesOf(
    'readymade_request_duration_seconds_count',
    'route="/api/projects/:id"',
  )
  expect(others).toEqual([])
  expect(line).toContain('status="4xx"')
  expect(line).toMatch(/ 20$/)
  expect(await linesOf('readymade_request_duration_seconds_count', 'none', 'POST')).toHaveLength(1)
})

test('the process, the pool, the slots, the pages and the payments are in them', async () => {
  const [seller, buyer] = [await aBuyer(app), await aBuyer(app)]
  const before = await linesOf('readymade_payments_settled_total', 'completed')
  const { gateway } = await checkoutBy(buyer, source(await aListing(app.db, seller.id, 49_900)))
  const paid = { params: { orderId: gateway!.orderId }, body: { outcome: 'succeed' as const } }
  const { callback } = await app.api.sandbox.pay(paid)
  await buyer.api.orders.callback({ body: callback! })
  const after = await linesOf('readymade_payments_settled_total', 'completed')
  expect([before, after].map((lines) => Number(lines[0]?.split(' ').at(-1) ?? 0))).toEqual([0, 1])
  const all = await text()
  for (const name of [
    'nodejs_eventloop_lag_seconds',
    'process_resident_memory_bytes',
    'readymade_database_connections{state="waiting"}',
    'readymade_admission{kind="pages",state="queued"}',
    'readymade_shed_requests_total{kind="calls"}',
    'readymade_page_cache_total{result="hit"}',
    '# TYPE readymade_jobs gauge',
    '# TYPE readymade_jobs_finished_total counter',
  ])
    expect(all).toContain(name)
})

test('jobs that wait, and emails that fail, are in them', async () => {
  const jobs = await startJobs(app, app.dependencies.secret, () => {})
  try {
    await jobs.enqueue(app.db, 'render-readme', { releaseId: randomUUID() })
    expect(await linesOf('readymade_jobs{', 'kind="render-readme"', 'state="queued"')).toEqual([
      expect.stringMatching(/ 1$/),
    ])
    const handler = () => Promise.reject(new Error('The mail server is away'))
    await jobs.work([{ name: 'mail', handler }])
    await jobs.enqueue(app.db, 'mail', { kind: 'test', to: 'a@x.in', subject: '', html: '', text: '' })
    const failed = () => linesOf('readymade_jobs_finished_total', 'kind="mail"', 'outcome="failed"')
    await expect.poll(failed).toHaveLength(1)
    // The queue writes the state after the handler has ended, when the failure is counted already.
    await expect.poll(() => linesOf('readymade_jobs{', 'kind="mail"', 'state="retry"')).toHaveLength(1)
  } finally {
    await jobs.stop()
  }
})
