import { Agent, get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

import Fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'

import { isLong } from '../../../test/long.ts'
import { publicPagesExcept } from '../../../test/public-pages.ts'
import { registerPages } from '../../pages.ts'
import { secureHeaders } from '../http/headers.ts'
import { serveCachedPages } from '../page-cache.ts'
import { admitCalls, limitOverload } from './admission.ts'

/** Ten calls and four pages at once, each of which takes 100 ms. */
const app = Fastify({ forceCloseConnections: true })
serveCachedPages(app)
await secureHeaders(app, { https: false, gateway: 'sandbox', dev: false })
limitOverload(app)
let duration = 100
await app.register(async (scope) => {
  admitCalls(scope)
  scope.get('/api/projects', () => sleep(duration, { found: true }))
})
let made = 0
let isBlocking = false
/** What a page waits for while it is made. */
let until: Promise<unknown> | undefined
const render = async () => {
  made++
  await until
  const end = performance.now() + (isBlocking ? 5 : 0)
  while (performance.now() < end) continue
  return sleep(duration, { status: 200, headers: [], body: Buffer.from('page') })
}
registerPages(app, render, { publicUrl: 'http://x.in', mode: 'live' }, publicPagesExcept())
const origin = await app.listen({ port: 0, host: '127.0.0.1' })
afterAll(() => app.close())

let asked = 0
/** Sends a request with a new query from a loopback address and returns its status; 0 without an answer within 10 s. */
const ask = (path: string, localAddress: string, query = `?search=${++asked}`) =>
  new Promise<number>((resolve) => {
    const options = { localAddress, agent: new Agent(), signal: AbortSignal.timeout(10_000) }
    get(origin + path + query, options, (reply) => {
      reply.resume().on('end', () => resolve(reply.statusCode!))
      reply.on('error', () => resolve(0))
    }).on('error', () => resolve(0))
  })

// In milliseconds of a machine; the order of the queue is promised in limiter.limiter.test.ts.
test.runIf(isLong).each(['/projects', '/api/projects'])(
  'whoever asks for %s over 120 connections keeps no other client from it',
  async (path) => {
    duration = path === '/projects' ? 100 : 250
    const over = new AbortController()
    const greedy = Array.from({ length: 120 }, async () => {
      while (!over.signal.aborted) await ask(path, '127.0.0.1')
    })
    await sleep(500)
    const answers = await Promise.all(
      Array.from({ length: 15 }, async (_, index) => {
        await sleep(index * 200)
        return ask(path, '127.0.0.2')
      }),
    )
    over.abort()
    await Promise.all(greedy)
    expect(answers.filter((status) => status === 200).length).toBeGreaterThanOrEqual(0.95 * answers.length)
  },
  60_000,
)

test.runIf(isLong)(
  'a burst is no overload: 500 who come at once for pages of their own are all answered',
  async () => {
    duration = 5
    const answers = await Promise.all(Array.from({ length: 500 }, () => ask('/projects', '127.0.0.1')))
    expect(answers).toEqual(Array(500).fill(200))
  },
)

test('a page that many ask for at once is made once', async () => {
  made = 0
  let arrived = 0
  until = new Promise<void>((resolve) => {
    app.server.on('request', () => ++arrived === 100 && resolve())
  })
  const answers = await Promise.all(Array.from({ length: 100 }, () => ask('/about', '127.0.0.1', '')))
  until = undefined
  expect(new Set(answers)).toEqual(new Set([200]))
  expect(made).toBe(1)
})

test.runIf(isLong)('connections are accepted while pages keep the processor busy', async () => {
  isBlocking = true
  duration = 0
  made = 0
  let accepted = 0
  app.server.on('connection', () => accepted++)
  const whenMade: number[] = []
  const answers = Array.from({ length: 300 }, async () => {
    await ask('/projects', '127.0.0.1')
    whenMade.push(accepted)
  })
  await Promise.all(answers)
  isBlocking = false
  expect(whenMade[100]).toBeGreaterThanOrEqual(290)
})
