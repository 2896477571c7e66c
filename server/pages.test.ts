import Fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'

import { type RenderPage, servePages } from './pages.ts'

const app = Fastify({ forceCloseConnections: true })
app.decorateReply('cspNonce', { getter: () => ({ script: 'n', style: 'n' }) })
app.get('/api/address', async (request) => ({ address: request.ip }))
const { promise: arrived, resolve: arrive } = Promise.withResolvers<AbortSignal>()
const answers: Record<string, RenderPage> = {
  '/form': async (request) => {
    const body = await request.text()
    await pause()
    return new Response(`${body} ${request.signal.aborted}`)
  },
  '/address': async (_request, { send }) =>
    new Response(await (await send({ method: 'GET', url: '/api/address' })).text()),
  '/slow': async (request) => {
    arrive(request.signal)
    return new Promise((resolve) => request.signal.addEventListener('abort', () => resolve(new Response())))
  },
}
servePages(app, (request, visit) => answers[new URL(request.url).pathname]!(request, visit), 'http://x.in')
const base = await app.listen({ port: 0, host: '127.0.0.1' })
afterAll(() => app.close())

test('a form that was read to its end is not taken for a visitor who left', async () => {
  const reply = await fetch(`${base}/form`, { method: 'POST', body: 'name=Asha' })
  expect(await reply.text()).toBe('name=Asha false')
})

test('an unknown call or file is not found, whatever the pages would say', async () => {
  for (const address of ['/api/nothing', '/assets/none.js', '/media/none', '/files/none']) {
    expect((await fetch(base + address)).status).toBe(404)
  }
})

test('calls of a page come from the address of its visitor', async () => {
  const reply = await fetch(`${base}/address`)
  expect(await reply.json()).toEqual({ address: '127.0.0.1' })
  const other = await app.inject({ url: '/address', remoteAddress: '10.1.2.3' })
  expect(other.json()).toEqual({ address: '10.1.2.3' })
})

test('a visitor who leaves ends the work on the page', async () => {
  const abort = new AbortController()
  const reply = fetch(`${base}/slow`, { signal: abort.signal }).catch(() => 'left')
  const seen = await arrived
  expect(seen.aborted).toBe(false)
  const ended = new Promise((resolve) => seen.addEventListener('abort', () => resolve('ended')))
  abort.abort()
  expect([await reply, await ended]).toEqual(['left', 'ended'])
})

const pause = () => new Promise((resolve) => setTimeout(resolve, 20))
