import { randomInt } from 'node:crypto'
import { Writable } from 'node:stream'

import { expect, test } from 'vitest'

import { buildApp } from '#server/app.ts'
import { addressIn } from '#server/platform/http/client-address.ts'

import { startApp } from '../app.ts'
import { anAddress } from '../makers.ts'

const { dependencies } = await startApp()

async function behindProxies(trustProxy: number) {
  const lines: string[] = []
  const stream = new Writable({
    write(line, _, done) {
      lines.push(String(line))
      done()
    },
  })
  const app = await buildApp(
    { ...dependencies, config: { ...dependencies.config, trustProxy } },
    { logger: { level: 'warn', stream } as never },
  )
  app.get('/address', async ({ ip }) => ip)
  const check = (forwarded: string, ask: number) =>
    app.inject({
      method: 'POST',
      url: '/api/users/auth/check-email',
      payload: { email: `nobody${ask}@example.com` },
      headers: { 'x-forwarded-for': forwarded },
    })
  const refusals = async (forwarded: (ask: number) => string) => {
    let refused = 0
    for (let ask = 0; ask < 15; ask++) if ((await check(forwarded(ask), ask)).statusCode === 429) refused++
    return refused
  }
  const addressOf = async (forwarded: string, remoteAddress = '10.0.0.9') =>
    (await app.inject({ url: '/address', remoteAddress, headers: { 'x-forwarded-for': forwarded } })).body
  return { app, lines, refusals, addressOf }
}

test('“each port counts as a client of its own, so no limit holds”: ports, brackets, quotes and zones change nobody', async () => {
  const { app, refusals } = await behindProxies(1)
  const [v4, another] = [anAddress(), anAddress()]
  const network = `2001:db8:${randomInt(0xffff).toString(16)}`
  for (const forwarded of [
    (ask: number) => `${v4}:${40_000 + ask}`,
    (ask: number) => `9.9.9.${ask}, ${another}:${40_000 + ask}`,
    (ask: number) => `[${network}:1::7]:${40_000 + ask}`,
    (ask: number) => `"[${network}:2::7]:${40_000 + ask}"`,
    (ask: number) => `${network}:3:0:0:0:0:7:${40_000 + ask}`,
    (ask: number) => `${network}:4::7%eth${ask}`,
  ])
    expect(await refusals(forwarded)).toBeGreaterThan(3)
  await app.close()
})

test('what is no address in X-Forwarded-For lets nobody choose who they are: the proxy’s address counts, and the log says so once', async () => {
  const { app, lines, refusals, addressOf } = await behindProxies(1)
  expect(await refusals((ask) => `unknown-${ask}`)).toBeGreaterThan(3)
  for (const nothing of ['unknown', '_hidden', 'localhost', '1.2.3', '0x7f.1', '256.1.1.1', '[::1', ':80'])
    expect(await addressOf(nothing)).toBe('10.0.0.9')
  expect(lines.filter((line) => line.includes('"event":"no client address"'))).toHaveLength(1)
  await app.close()
})

test('behind two proxies the second’s word counts when the first’s is no address; what the client wrote before them never does', async () => {
  const { app, addressOf } = await behindProxies(2)
  expect(await addressOf('9.9.9.9, 1.2.3.4:555, 10.0.0.1:80')).toBe('1.2.3.4')
  expect(await addressOf('9.9.9.9, unknown, 10.0.0.1:80')).toBe('10.0.0.1')
  expect(await addressOf('1.2.3.4, unknown')).toBe('10.0.0.9')
  expect(await addressOf(' , ')).toBe('10.0.0.9')
  await app.close()
})

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['203.0.113.7:443', '203.0.113.7'],
  ['203.0.113.7:', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7:443', '203.0.113.7'],
  ['[::ffff:203.0.113.7]:443', '203.0.113.7'],
  ['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['[2001:db8::1]:443', '2001:db8::1'],
  ['"[2001:db8::1]:443"', '2001:db8::1'],
  ['"203.0.113.7:443"', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6:443', '2001:db8:1:2:3:4:5:6'],
  ['fe80::1%eth0', 'fe80::1'],
  ['[fe80::1%25eth0]:443', 'fe80::1'],
  ['[203.0.113.7]:443', '203.0.113.7'],
  ['010.1.1.1', undefined],
  ['203.0.113.7 443', undefined],
  ['[2001:db8::1]443', undefined],
  ['for=203.0.113.7', undefined],
  ['', undefined],
])('the entry %j names the address %j', (entry, address) => {
  expect(addressIn(entry)).toBe(address)
})
