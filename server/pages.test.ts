import { get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

import Fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'

import { secureHeaders } from './http/headers.ts'
import { serveKeptPages } from './page-cache/serve-kept.ts'
import { type RenderPage, servePages } from './pages.ts'

const app = Fastify({ forceCloseConnections: true })
serveKeptPages(app)
secureHeaders(app, { https: false, gateway: 'sandbox', dev: false })
app.get('/api/address', async (request) => ({ address: request.ip }))
const { promise: arrived, resolve: arrive } = Promise.withResolvers<AbortSignal>()
const page = (body = '') => ({ status: 200, headers: [], body: Buffer.from(body), scripts: [`'sha256-x'`] })
const answers: Record<string, RenderPage> = {
  '/form': async (request) => {
    const body = await request.text()
    await pause()
    return page(`${body} ${request.signal.aborted}`)
  },
  '/address': async (_request, send) =>
    page(await (await send({ method: 'GET', url: '/api/address' })).text()),
  '/origin': async (request) => page(new URL(request.url).origin),
  '/slow': async (request) => {
    arrive(request.signal)
    return new Promise((resolve) => request.signal.addEventListener('abort', () => resolve(page())))
  },
}
const answer: RenderPage = (request, send) => {
  const { pathname } = new URL(request.url)
  return answers[pathname.replace(/^\/evil.in/, '')]!(request, send)
}
servePages(app, answer, 'http://x.in')
const base = await app.listen({ port: 0, host: '127.0.0.1' })
afterAll(() => app.close())

test('a page allows its own inline scripts, an answer of the API none', async () => {
  const policyAt = async (url: string) => {
    const policy = (await app.inject({ url })).headers['content-security-policy'] as string
    return policy.split(';').find((rule) => rule.startsWith('script-src'))
  }
  expect(await policyAt('/address')).toBe("script-src 'self' 'sha256-x'")
  expect(await policyAt('/api/address')).toBe("script-src 'self'")
})

test('a form that was read to its end is not taken for a visitor who left', async () => {
  const reply = await fetch(`${base}/form`, { method: 'POST', body: 'name=Asha' })
  expect(await reply.text()).toBe('name=Asha false')
})

test('an unknown call or file is not found, whatever the pages would say', async () => {
  for (const address of ['/api/nothing', '/assets/none.js', '/media/none', '/files/none']) {
    expect((await fetch(base + address)).status).toBe(404)
  }
})

test('no address makes a page believe that it is somewhere else', async () => {
  const path = (target: string) =>
    new Promise<string>((resolve, reject) => {
      const { port } = app.server.address() as AddressInfo
      get({ port, path: target }, (response) => text(response).then(resolve, reject)).on('error', reject)
    })
  for (const target of ['/origin', '//evil.in/origin', '/\\evil.in/origin', '///evil.in/origin'])
    expect(await path(target)).toBe('http://x.in')
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
