import { type AddressInfo, connect } from 'node:net'
import { Readable } from 'node:stream'

import Fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'

import { contentDisposition, sendBytes } from './send-bytes.ts'

const app = Fastify()
let stream: Readable | undefined
let pieces = 0
app.get('/large', (request, reply) =>
  sendBytes(request, reply, {
    size: 1024 * 1024 * 1024,
    etag: 'large',
    read: async () => {
      const endless = (function* () {
        for (;;) {
          pieces++
          yield Buffer.alloc(1024 * 1024)
        }
      })()
      return (stream = Readable.from(endless, { objectMode: false }))
    },
  }),
)
await app.listen({ port: 0, host: '127.0.0.1' })
afterAll(() => app.close())

test('reading stops when the client goes away', async () => {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  socket.write('GET /large HTTP/1.1\r\nHost: x\r\n\r\n')
  await new Promise((received) => socket.once('data', received))
  socket.destroy()
  await expect.poll(() => stream?.destroyed).toBe(true)
  expect(pieces).toBeLessThan(200)
})

test.each([
  ['project-1-main.zip', 'attachment; filename=project-1-main.zip'],
  ['my report (1).docx', 'attachment; filename="my report (1).docx"'],
  ['a"b.zip', String.raw`attachment; filename="a\"b.zip"`],
  ['a;b=c.zip', 'attachment; filename="a;b=c.zip"'],
  ['नमस्ते.zip', `attachment; filename="??????.zip"; filename*=UTF-8''${encodeURIComponent('नमस्ते')}.zip`],
  ["it's 100%25*.zip", `attachment; filename="it's 100%25*.zip"; filename*=UTF-8''it%27s%20100%2525%2A.zip`],
  ['a\r\nX-Evil: 1.zip', 'attachment; filename="aX-Evil: 1.zip"'],
  ['../../etc/passwd', 'attachment; filename=....etcpasswd'],
  ['gpj.\u202Etxt', 'attachment; filename=gpj.txt'],
  ['a\ud800', 'attachment; filename=a'],
  ['', 'attachment; filename=download'],
])('%j is saved under a safe name', (name, header) => {
  expect(contentDisposition(name)).toBe(header)
})

test('a long name is cut, and no name breaks a header', () => {
  expect(contentDisposition('x'.repeat(300)).length).toBeLessThan(200)
  for (let code = 0; code < 0x3000; code++) {
    expect(contentDisposition(`a${String.fromCharCode(code)}b`)).toMatch(/^[\x20-\x7e]+$/)
  }
})
