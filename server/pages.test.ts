import { get } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'

import Fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'

import type { Pages } from '#contract/page.ts'

import { timeLimit } from '../test/stall.ts'
import { registerPages } from './pages.ts'
import { secureHeaders } from './platform/http/headers.ts'
import { answerProblems } from './platform/http/problems.ts'
import { limitOverload } from './platform/overload/admission.ts'
import { serveCachedPages } from './platform/page-cache.ts'

const app = Fastify({ forceCloseConnections: true })
serveCachedPages(app)
answerProblems(app)
limitOverload(app)
await secureHeaders(app, { https: false, gateway: 'sandbox', dev: false })
app.get('/api/address', async (request) => ({ address: request.ip }))
const { promise: arrived, resolve: arrive } = Promise.withResolvers<AbortSignal>()
const page = (body = '') => ({ status: 200, headers: [], body: Buffer.from(body) })
const answers: Record<string, Pages['renderPage']> = {
  '/form': async (request) => {
    const body = await request.text()
    await pause()
    return page(`${body} ${request.signal.aborted}`)
  },
  '/address': async (_request, send) =>
    page(await (await send({ method: 'GET', url: '/api/address' })).text()),
  '/origin': async (request) => page(new URL(request.url).origin),
  '/public/origin': async (request) => page(new URL(request.url).origin),
  // React Router compares the origin with the address of the request, and refuses a different one.
  '/sender': async (request) => page(request.headers.get('origin') ?? 'not said'),
  '/nonce': async (_request, _send, nonce) => page(nonce),
  '/slow': async (request) => {
    arrive(request.signal)
    return new Promise((resolve) => request.signal.addEventListener('abort', () => resolve(page())))
  },
}
const answer: Pages['renderPage'] = (request, ...page) => {
  const { pathname } = new URL(request.url)
  return answers[pathname.replace(/^\/evil.in/, '')]!(request, ...page)
}
const facts = {
  acceptsForm: (href: string) => new URL(href).pathname !== '/origin',
  publicAddress: (href: string) => {
    const { pathname } = new URL(href)
    return pathname.endsWith('/public/origin') ? pathname : undefined
  },
}
registerPages(app, answer, { publicUrl: 'http://x.in', mode: 'live' }, facts)
const base = await app.listen({ port: 0, host: '127.0.0.1' })
afterAll(() => app.close())

test('a page allows the inline scripts with its nonce, another for each rendering; an answer of the API none', async () => {
  const policyAt = async (url: string) => {
    const { headers, body } = await app.inject({ url })
    const policy = headers['content-security-policy'] as string
    return { body, allowed: policy.split(';').find((rule) => rule.startsWith('script-src')) }
  }
  const first = await policyAt('/nonce')
  expect(first.body).toMatch(/^\w{32}$/)
  expect(first.allowed).toBe(`script-src 'self' 'nonce-${first.body}'`)
  expect((await policyAt('/nonce')).body).not.toBe(first.body)
  expect((await policyAt('/api/address')).allowed).toBe("script-src 'self'")
})

test('a form that was read to its end does not count as a client that left', async () => {
  const reply = await fetch(`${base}/form`, { method: 'POST', body: new URLSearchParams({ name: 'Asha' }) })
  expect(await reply.text()).toBe('name=Asha false')
})

const form = 'application/x-www-form-urlencoded'
const post = async (body: string | FormData, type?: string, url = '/form') => {
  const init: RequestInit = {
    method: 'POST',
    body,
    ...(type !== undefined && { headers: { 'content-type': type } }),
  }
  const reply = await fetch(base + url, init)
  return [reply.status, await reply.text()] as const
}

test('a form reaches its page complete, in either encoding', async () => {
  const entered = { name: 'Asha & Co', message: 'நன்றி\r\n— “1 + 1 = 2”?' }
  const both = new FormData()
  for (const [name, value] of Object.entries(entered)) both.set(name, value)
  both.set('file', new Blob(['x'.repeat(1000)]), 'x.txt')
  const sent = new URLSearchParams(entered).toString()
  expect(await post(both)).toEqual([200, `${sent} false`])
  expect(await post(sent, `${form}; charset=UTF-8`)).toEqual([200, `${sent} false`])
  expect(await post(`message=${'a'.repeat(1_000_000)}`, form)).toMatchObject([200, expect.any(String)])
})

const multipart = 'multipart/form-data; boundary=b'
const field = '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\nx\r\n'
test.each([
  ['JSON', 'application/json', '{"name":"Asha"}', 415],
  ['plain text', 'text/plain', 'name=Asha', 415],
  ['bytes', 'application/octet-stream', 'name=Asha', 415],
  ['a body without a type', '', 'name=Asha', 415],
  ['an invalid type', 'multipart', field, 415],
  ['a form without a boundary', 'multipart/form-data', field, 400],
  ['a form that breaks off', multipart, `${field}--b\r\nContent-Dis`, 400],
  ['a form of many headers', multipart, `--b\r\n${'X: y\r\n'.repeat(150_000)}\r\nx\r\n--b--\r\n`, 400],
  ['a form of 19,000 parts', multipart, `${field.repeat(19_000)}--b--\r\n`, 400],
  ['a form of 100,000 fields', form, 'a=b&'.repeat(100_000), 400],
  ['a form of more than 1 MB', form, `a=${'b'.repeat(1024 * 1024)}`, 413],
])('%s sent to a page is refused in plain words', async (_name, type, body, status) => {
  const begun = process.cpuUsage()
  const [answered, text] = await post(body, type)
  expect([answered, JSON.parse(text)]).toEqual([
    status,
    expect.objectContaining({ success: false, message: expect.any(String) }),
  ])
  expect(process.cpuUsage(begun).user / 1000).toBeLessThan(timeLimit(1500))
})

test('a browser gets the refusal as an error page, which runs and loads nothing', async () => {
  const refused = async (url: string, type: string, origin = 'http://x.in') => {
    const headers = { origin, 'content-type': type, accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
    return app.inject({ method: 'POST', url, headers, payload: `a=${'b'.repeat(1024 * 1024)}` })
  }
  for (const [reply, status, message] of [
    [await refused('/form', form), 413, 'This form is too large.'],
    [await refused('/form', 'text/plain'), 415, 'Send this as a form.'],
    [await refused('/form', form, 'http://evil.in'), 403, elsewhere],
    [await refused('/form', form, 'evil'), 403, elsewhere],
    [await refused('/origin', form), 404, 'Nothing can be sent to this page.'],
  ] as const) {
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([status, 'text/html; charset=utf-8'])
    expect(reply.headers['content-security-policy']).toContain("default-src 'none'")
    expect(reply.body).toContain(`<p>${message}</p>`)
  }
})

test('a form sent to another address is answered with a link to the page at ours', async () => {
  const headers = { origin: 'http://localhost:3000', host: 'localhost:3000', 'content-type': form }
  const send = (accept: string) =>
    app.inject({
      method: 'POST',
      url: '/form?project=1&x=2',
      headers: { ...headers, accept },
      payload: 'a=b',
    })
  expect((await send('*/*')).json()).toMatchObject({ message: elsewhere, site: 'http://x.in' })
  expect((await send('text/html')).body).toContain('<a href="http://x.in/form?project=1&amp;x=2">')
})

test('in demo mode every name of this machine is ours at the port that was asked, and no other', async () => {
  const demo = Fastify()
  serveCachedPages(demo)
  answerProblems(demo)
  limitOverload(demo)
  await secureHeaders(demo, { https: false, gateway: 'sandbox', dev: false })
  registerPages(demo, answer, { publicUrl: 'http://localhost:3000', mode: 'demo' }, facts)
  const status = async (origin: string, host = 'localhost:3000') => {
    const headers = { origin, host, 'content-type': form }
    const reply = await demo.inject({ method: 'POST', url: '/sender', headers, payload: 'a=b' })
    // React Router would compare the origin once more, with the one address that it knows.
    if (reply.statusCode === 200) expect(reply.body).toBe('not said')
    return reply.statusCode
  }
  for (const name of ['localhost', '127.0.0.1', '[::1]', '127.0.0.2', 'shop.localhost'])
    expect([
      name,
      await status(`http://${name}:3000`),
      await status(`http://${name}:8080`, `${name}:8080`),
    ]).toEqual([name, 200, 200])
  for (const foreign of [
    'http://localhost:8080',
    'http://127.0.0.1.evil.in:3000',
    'http://localhost.evil.in:3000',
  ])
    expect([foreign, await status(foreign)]).toEqual([foreign, 403])
  expect(await status('http://evil.in:3000', 'evil.in:3000')).toBe(403)
  await demo.close()
})

test('a browser that sends no origin can still send a form', async () => {
  const headers = { origin: 'null', 'content-type': form }
  const reply = await app.inject({ method: 'POST', url: '/sender', headers, payload: 'a=b' })
  expect([reply.statusCode, reply.body]).toEqual([200, 'not said'])
})

test('a body without a length is read up to 1 MB, no further', async () => {
  let sent = 0
  const endless = new ReadableStream({
    pull: (controller) => {
      sent += 65_536
      controller.enqueue(Buffer.alloc(65_536, 97))
      if (sent > 1024 * 1024 * 1024) controller.close()
    },
  })
  const init = { method: 'POST', body: endless, duplex: 'half', headers: { 'content-type': form } }
  const reply = await fetch(`${base}/form`, init)
  expect(reply.status).toBe(413)
  expect(sent).toBeLessThan(64 * 1024 * 1024)
  await reply.body?.cancel()
})

test('a body sent to a page without a form is refused before it is read', async () => {
  const { port } = app.server.address() as AddressInfo
  const reply = await new Promise<string>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(
        `POST /origin HTTP/1.1\r\nHost: x\r\nContent-Type: ${form}\r\nContent-Length: 999999999\r\n\r\na=`,
      ),
    )
    socket.once('data', (piece: Buffer) => {
      resolve(piece.toString())
      socket.destroy()
    })
    socket.once('error', reject)
  })
  expect(reply).toMatch(/^HTTP\/1.1 404 /)
})

test('an unknown call or file is not found, whatever the pages would say', async () => {
  for (const address of ['/api/nothing', '/assets/none.js', '/media/none', '/files/none']) {
    expect((await fetch(base + address)).status).toBe(404)
  }
})

test('no address makes a page believe that it has another host', async () => {
  const path = (target: string) =>
    new Promise<string>((resolve, reject) => {
      const { port } = app.server.address() as AddressInfo
      get({ port, path: target }, (response) => text(response).then(resolve, reject)).on('error', reject)
    })
  const own = ['/origin', '//evil.in/origin', '/\\evil.in/origin', '///evil.in/origin']
  const everybodys = ['/public/origin', '//evil.in/public/origin', '/x/..//evil.in/public/origin']
  for (const target of [...own, ...everybodys]) expect(await path(target)).toBe('http://x.in')
})

test('calls of a page come from the address of its client', async () => {
  const reply = await fetch(`${base}/address`)
  expect(await reply.json()).toEqual({ address: '127.0.0.1' })
  const other = await app.inject({ url: '/address', remoteAddress: '10.1.2.3' })
  expect(other.json()).toEqual({ address: '10.1.2.3' })
})

test('a client that leaves ends the work on the page', async () => {
  const abort = new AbortController()
  const reply = fetch(`${base}/slow`, { signal: abort.signal }).catch(() => 'left')
  const seen = await arrived
  expect(seen.aborted).toBe(false)
  const ended = new Promise((resolve) => seen.addEventListener('abort', () => resolve('ended')))
  abort.abort()
  expect([await reply, await ended]).toEqual(['left', 'ended'])
})

const elsewhere = 'This form is taken at http://x.in only. Open the page there to send it.'
const pause = () => new Promise((resolve) => setTimeout(resolve, 20))
