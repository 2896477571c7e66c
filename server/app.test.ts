import { expect, test } from 'vitest'

import { startApp } from '../test/app.ts'
import { buildApp } from './app.ts'

const { app, parts } = await startApp()

test('who sends headers slowly is soon cut off, who uploads on a slow line has 5 minutes', () => {
  expect(app.server.headersTimeout).toBe(15_000)
  expect(app.server.requestTimeout).toBe(300_000)
})

test.each<[proxies: string, forwarded: string, address: string]>([
  ['0', '9.9.9.9', '127.0.0.1'],
  ['1', '9.9.9.9, 1.2.3.4', '1.2.3.4'],
  ['2', '9.9.9.9, 1.2.3.4, 10.0.0.1', '1.2.3.4'],
  ['2', '9.9.9.9', '9.9.9.9'],
])(
  'behind %s proxies, %s is %s: what a client writes itself is not believed',
  async (proxies, forwarded, address) => {
    const config = { ...parts.config, trustProxy: Number(proxies) }
    const other = await buildApp({ ...parts, config })
    other.get('/address', async ({ ip }) => ip)
    const reply = await other.inject({ url: '/address', headers: { 'x-forwarded-for': forwarded } })
    expect(reply.body).toBe(address)
    await other.close()
  },
)
