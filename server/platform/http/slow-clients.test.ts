import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { buildApp } from '#server/app.ts'

import { startApp } from '../../../test/app.ts'
import { isLong } from '../../../test/long.ts'
import { aMember, aProject } from '../../../test/makers.ts'
import { publicPagesExcept } from '../../../test/public-pages.ts'
import { chunkOf, keysIn } from '../../../test/uploads.ts'
import { registerPages } from '../../pages.ts'
import { sendBytes } from './send-bytes.ts'

const megabyte = 1024 * 1024
const main = await startApp()
const app = await buildApp(main.dependencies, {
  timeouts: {
    bodyTimeout: 400,
    uploadWindow: 400,
    uploadBytes: 4000,
    maxUploadBytes: 300 * megabyte,
    restTimeout: 400,
    restBytes: 4 * megabyte,
    stallTimeout: 600,
    maxConnections: 80,
  },
})
const large = Buffer.alloc(24 * megabyte, 'ab')
app.get('/large', (request, reply) =>
  sendBytes(request, reply, { size: large.length, etag: 'x', read: async () => Readable.from(large) }),
)
app.get('/work', async () => {
  await sleep(1500)
  return 'done'
})
registerPages(
  app,
  async (request) => ({ status: 200, headers: [], body: Buffer.from(await request.text()) }),
  { publicUrl: 'http://x.in', mode: 'live' },
  publicPagesExcept('/form'),
)
const { hostname, port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
afterAll(() => app.close())
let owner: Awaited<ReturnType<typeof aMember>>
beforeAll(async () => {
  owner = await aMember(main)
})

/** Opens a connection and records what it receives and whether it has ended. */
function open(head: string) {
  const socket = connect(Number(port), hostname)
  const seen = { socket, text: '', bytes: 0, isOver: false }
  socket.on('data', (piece: Buffer) => {
    seen.bytes += piece.length
    if (seen.text.length < 100_000) seen.text += piece.toString('latin1')
  })
  socket.on('error', () => {}).once('close', () => (seen.isOver = true))
  socket.write(head)
  return seen
}
type Opened = ReturnType<typeof open>
const head = (method: string, path: string, headers: Record<string, string | number> = {}) =>
  [
    `${method} ${path} HTTP/1.1`,
    'Host: x',
    ...Object.entries(headers).map((pair) => pair.join(': ')),
    '\r\n',
  ].join('\r\n')
async function isOver(one: Opened) {
  await expect.poll(() => one.isOver).toBe(true)
}

/** Sends bytes until the connection ends. */
async function drip(one: Opened, piece: Buffer | string, pause: number) {
  while (!one.isOver) {
    if (one.socket.writable) one.socket.write(piece)
    await sleep(pause)
  }
}

const json = { 'Content-Type': 'application/json', 'Content-Length': 5000 }
const form = { 'Content-Type': 'application/x-www-form-urlencoded', 'Content-Length': 5000 }
const chunked = { 'Content-Type': 'application/json', 'Transfer-Encoding': 'chunked' }
test.each([
  ['a call', 'POST', '/api/users/auth/check-email', json],
  ['a call in pieces', 'POST', '/api/users/auth/check-email', chunked],
  ['the webhook', 'POST', '/api/orders/payments/webhook', json],
  ['a page', 'POST', '/contact', form],
  ['nothing', 'POST', '/api/nothing', json],
  ['a read', 'GET', '/api/content/contact', json],
])('a body that drips to %s is cut', async (_, method, path, headers) => {
  const one = open(head(method, path, headers))
  void drip(one, 'Content-Length' in headers ? 'a' : '1\r\na\r\n', 30)
  await isOver(one)
})

test.each([
  ['signed out', 'POST', '/api/upload/upload', 401],
  ['at no address', 'POST', '/api/nothing', 404],
  ['with too large a body', 'POST', '/contact', 413],
])(
  'who is refused %s gets to read why, and is cut when the body goes on',
  async (_, method, path, status) => {
    const one = open(head(method, path, { ...form, 'Content-Length': 900 * megabyte }))
    const sending = drip(one, 'a'.repeat(10_000), 20)
    await expect.poll(() => one.text).toContain(`HTTP/1.1 ${status} `)
    expect(one.isOver).toBe(false)
    await sending
    const fast = open(head(method, path, { ...form, 'Content-Length': 900 * megabyte }))
    let sent = 0
    while (!fast.isOver) {
      if (fast.socket.writable && fast.socket.writableLength === 0)
        sent += Number(fast.socket.write(large.subarray(0, megabyte))) && megabyte
      await sleep(1)
    }
    expect(fast.text).toContain(`HTTP/1.1 ${status} `)
    expect(sent).toBeLessThan(900 * megabyte)
  },
)

async function anUpload() {
  const { _id: id } = await aProject(owner)
  const raw = new Response(chunkOf(id, { 'x/a.bin': randomBytes(60_000) }))
  const body = Buffer.from(await raw.arrayBuffer())
  const start = head('POST', '/api/upload/upload', {
    Authorization: `Bearer ${owner.token}`,
    'Content-Type': raw.headers.get('content-type')!,
    'Content-Length': body.length,
  })
  return { start, body }
}

// A busy machine is slower than the line may be.
test.runIf(isLong)('an upload on a slow line, with pauses, comes in whole', async () => {
  const { start, body } = await anUpload()
  const one = open(start)
  for (let at = 0; at < body.length; at += 3000) {
    one.socket.write(body.subarray(at, at + 3000))
    await sleep(at === 30_000 ? 250 : 80)
  }
  await expect.poll(() => one.text).toContain('HTTP/1.1 200 ')
  one.socket.destroy()
})

test('an upload that drips is cut and leaves nothing', async () => {
  const before = await keysIn(main.dependencies.storage)
  const { start, body } = await anUpload()
  const one = open(start)
  one.socket.write(body.subarray(0, 40_000))
  void drip(one, 'a', 20)
  await isOver(one)
  await expect.poll(() => keysIn(main.dependencies.storage)).toEqual(before)
})

test.runIf(isLong)(
  'who does not take the answer is cut, who takes it slowly gets all of it; others are answered',
  async () => {
    const stuck = Array.from({ length: 20 }, () => open(head('GET', '/large')))
    for (const { socket } of stuck) socket.pause()
    const slow = open(head('GET', '/large', { Connection: 'close' }))
    slow.socket.on('data', () => {
      slow.socket.pause()
      setTimeout(() => slow.socket.resume(), 5)
    })
    expect((await fetch(`http://${hostname}:${port}/healthz`)).status).toBe(200)
    const left = () =>
      new Promise<number>((resolve) => app.server.getConnections((_, count) => resolve(count)))
    await expect.poll(left).toBeLessThan(20)
    await expect.poll(() => slow.isOver).toBe(true)
    expect(slow.bytes).toBeGreaterThan(large.length)
    for (const { socket } of stuck) socket.destroy()
  },
)

test('work on an answer may take longer than a client may', async () => {
  expect(await (await fetch(`http://${hostname}:${port}/work`)).text()).toBe('done')
})

test('when there are too many connections, those that idle make room', async () => {
  const idle = Array.from({ length: 80 }, () => open(head('GET', '/healthz')))
  await expect.poll(() => idle.filter(({ bytes, isOver }) => bytes > 0 || isOver).length).toBe(80)
  await expect
    .poll(async () =>
      fetch(`http://${hostname}:${port}/healthz`).then(
        ({ status }) => status,
        () => 0,
      ),
    )
    .toBe(200)
  for (const { socket } of idle) socket.destroy()
})
