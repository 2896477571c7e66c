import { afterEach, expect, test, vi } from 'vitest'

import { isReadOnTheWay, readShop } from './config.ts'

afterEach(() => {
  vi.unstubAllEnvs()
})

test('a runner that is not told of its shop says which variables it needs', () => {
  vi.stubEnv('SHOP_URL', 'shop.example')
  vi.stubEnv('RUNNER_TOKEN', undefined)
  expect(() => readShop()).toThrow(
    'SHOP_URL: expected the address of the shop\nRUNNER_TOKEN: expected the token',
  )
})

test('a runner knows its shop by an address and a token', () => {
  vi.stubEnv('SHOP_URL', 'https://shop.example')
  vi.stubEnv('RUNNER_TOKEN', 'x'.repeat(32))
  expect(readShop()).toEqual({ SHOP_URL: 'https://shop.example', RUNNER_TOKEN: 'x'.repeat(32) })
})

test('a shop on another machine is called by https, or others on the way read the token', () => {
  const read = ['http://shop.example', 'http://10.0.0.7:3000', 'http://localhost.example'].map(isReadOnTheWay)
  const unread = ['https://shop.example', 'http://localhost:3000', 'http://127.0.0.1', 'http://[::1]:3000']
  expect([read, unread.map(isReadOnTheWay)]).toEqual([
    [true, true, true],
    [false, false, false, false],
  ])
})
