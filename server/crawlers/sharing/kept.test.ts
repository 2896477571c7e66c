import { expect, test, vi } from 'vitest'

import { keeper } from './kept.ts'

test('what is asked for twice is made once, also at the same time', async () => {
  const keep = keeper({ bytes: 100, waiting: 5 })
  const make = vi.fn<() => Promise<Buffer>>(async () => Buffer.alloc(10))
  const [one, other] = await Promise.all([keep('a', make), keep('a', make)])
  expect(await keep('a', make)).toBe(one)
  expect(other).toBe(one)
  expect(make).toHaveBeenCalledOnce()
})

test('the longest unused goes when there is no room', async () => {
  const keep = keeper({ bytes: 25, waiting: 5 })
  const make = vi.fn<() => Promise<Buffer>>(async () => Buffer.alloc(10))
  for (const name of ['a', 'b', 'a', 'c', 'a']) await keep(name, make)
  expect(make).toHaveBeenCalledTimes(3)
  await keep('b', make)
  expect(make).toHaveBeenCalledTimes(4)
})

test('one is made at a time, and too many waiting are refused', async () => {
  const keep = keeper({ bytes: 100, waiting: 1 })
  let running = 0
  const make = async () => {
    expect(++running).toBe(1)
    await Promise.resolve()
    running--
    return Buffer.alloc(1)
  }
  const asked = await Promise.allSettled([keep('a', make), keep('b', make), keep('c', make)])
  expect(asked.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected'])
  await keep('c', make)
})

test('a drawing that failed is tried again', async () => {
  const keep = keeper({ bytes: 100, waiting: 1 })
  await expect(keep('a', () => Promise.reject(new Error('no paper')))).rejects.toThrow('no paper')
  expect(await keep('a', async () => Buffer.from('x'))).toEqual(Buffer.from('x'))
})
