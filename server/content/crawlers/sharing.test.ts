import { expect, test, vi } from 'vitest'

import { imageCache } from './sharing.ts'

test('what is asked for twice is made once, also at the same time', async () => {
  const cached = imageCache({ bytes: 100, maxQueued: 5 })
  const make = vi.fn<() => Promise<Buffer>>(async () => Buffer.alloc(10))
  const [one, other] = await Promise.all([cached('a', make), cached('a', make)])
  expect(await cached('a', make)).toBe(one)
  expect(other).toBe(one)
  expect(make).toHaveBeenCalledOnce()
})

test('the least recently used goes when there is no room', async () => {
  const cached = imageCache({ bytes: 25, maxQueued: 5 })
  const make = vi.fn<() => Promise<Buffer>>(async () => Buffer.alloc(10))
  for (const name of ['a', 'b', 'a', 'c', 'a']) await cached(name, make)
  expect(make).toHaveBeenCalledTimes(3)
  await cached('b', make)
  expect(make).toHaveBeenCalledTimes(4)
})

test('one is made at a time, and too many waiting are refused', async () => {
  const cached = imageCache({ bytes: 100, maxQueued: 1 })
  let running = 0
  const make = async () => {
    expect(++running).toBe(1)
    await Promise.resolve()
    running--
    return Buffer.alloc(1)
  }
  const asked = await Promise.allSettled([cached('a', make), cached('b', make), cached('c', make)])
  expect(asked.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected'])
  await cached('c', make)
})

test('a drawing that failed is tried again', async () => {
  const cached = imageCache({ bytes: 100, maxQueued: 1 })
  await expect(cached('a', () => Promise.reject(new Error('no paper')))).rejects.toThrow('no paper')
  expect(await cached('a', async () => Buffer.from('x'))).toEqual(Buffer.from('x'))
})
