import { connect } from 'node:net'
import { text } from 'node:stream/consumers'

import { expect, test, vi } from 'vitest'

import { startApp } from '../test/app.ts'
import { buildApp } from './app.ts'

const { app, dependencies } = await startApp()

test('slow headers are cut off after 15 seconds, an upload on a slow line has half an hour', () => {
  expect(app.server.headersTimeout).toBe(15_000)
  expect(app.server.requestTimeout).toBe(1_800_000)
})

test('a client that sends a small body slowly is cut off after 20 seconds, one that waits for the answer is not', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  const send = (body: string) => {
    const socket = connect(Number(port), '127.0.0.1')
    const got = text(socket)
    socket.write('POST /api/users/auth/check-email HTTP/1.1\r\nhost: x\r\nconnection: close\r\n')
    socket.write(`content-type: application/json\r\ncontent-length: 20\r\n\r\n${body}`)
    return { got: got.catch((error: NodeJS.ErrnoException) => String(error.code)) }
  }
  const slow = send('{')
  await expect.poll(() => vi.getTimerCount()).toBeGreaterThan(0)
  const whole = send('{"email":"a@bcd.in"}')
  expect(await whole.got).toContain('"exists":false')
  vi.advanceTimersByTime(20_000)
  expect(await slow.got).not.toContain('200 OK')
  vi.useRealTimers()
})

test.each<[proxies: string, forwarded: string, address: string]>([
  ['0', '9.9.9.9', '127.0.0.1'],
  ['1', '9.9.9.9, 1.2.3.4', '1.2.3.4'],
  ['2', '9.9.9.9, 1.2.3.4, 10.0.0.1', '1.2.3.4'],
  ['2', '9.9.9.9', '9.9.9.9'],
])(
  'behind %s proxies, %s is %s: what a client writes itself is not trusted',
  async (proxies, forwarded, address) => {
    const config = { ...dependencies.config, trustProxy: Number(proxies) }
    const other = await buildApp({ ...dependencies, config })
    other.get('/address', async ({ ip }) => ip)
    const reply = await other.inject({ url: '/address', headers: { 'x-forwarded-for': forwarded } })
    expect(reply.body).toBe(address)
    await other.close()
  },
)
