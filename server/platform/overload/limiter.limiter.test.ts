import { setImmediate } from 'node:timers/promises'

import { expect, test } from 'vitest'

import { Limiter, type Release } from './limiter.ts'

/** Takes slots and records who got one, in order. */
function asking(limiter: Limiter) {
  const begun: string[] = []
  const releases: Release[] = []
  const take = async (name: string, ask: Parameters<Limiter['take']>[0] = {}) => {
    const release = await limiter.take(ask)
    if (release) releases.push(release)
    begun.push(release ? name : `${name} shed`)
  }
  /** Ends so many of the running tasks, in the order in which they started. */
  const end = async (count: number) => {
    for (let index = 0; index < count; index++) {
      releases.shift()?.()
      await setImmediate()
    }
  }
  return { begun, take, end }
}
const times = (count: number, run: (index: number) => unknown) =>
  void Array.from({ length: count }, (_, n) => run(n))

test('no more run at once than there are slots, and all come to their end in order', async () => {
  const limiter = new Limiter({ slots: 3 })
  let running = 0
  let highest = 0
  const begun: number[] = []
  const results = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      limiter.run(async () => {
        begun.push(n)
        highest = Math.max(highest, ++running)
        await new Promise((resume) => setTimeout(resume, n % 3))
        running--
        return n
      }),
    ),
  )
  expect(highest).toBe(3)
  expect(begun).toEqual(results)
  expect(results).toEqual(Array.from({ length: 20 }, (_, n) => n))
  expect(limiter.stats).toEqual({ running: 0, queued: 0, shed: 0 })
})

test('a task that fails makes room for the next, and a slot is given back once', async () => {
  const limiter = new Limiter({ slots: 1 })
  const failing = limiter.run(() => Promise.reject(new Error('no')))
  const next = limiter.run(async () => 'done')
  await expect(failing).rejects.toThrow('no')
  expect(await next).toBe('done')
  const release = (await limiter.take())!
  release()
  release()
  expect(limiter.stats.running).toBe(0)
})

test('one client alone may use every slot', async () => {
  const limiter = new Limiter({ slots: 4 })
  times(10, () => limiter.take({ client: 'college' }))
  expect(limiter.stats).toMatchObject({ running: 4, queued: 6 })
})

test('clients take turns, however many of its own one has waiting', async () => {
  const { begun, take, end } = asking(new Limiter({ slots: 1 }))
  times(5, (n) => take(`a${n}`, { client: 'a' }))
  times(2, (n) => take(`b${n}`, { client: 'b' }))
  void take('c0', { client: 'c' })
  await end(8)
  expect(begun).toEqual(['a0', 'a1', 'b0', 'c0', 'a2', 'b1', 'a3', 'a4'])
})

test('while others wait no client gets more than half of the slots', async () => {
  const { begun, take, end } = asking(new Limiter({ slots: 4 }))
  times(20, (n) => take(`a${n}`, { client: 'a' }))
  times(3, (n) => take(`b${n}`, { client: 'b' }))
  await setImmediate()
  await end(2)
  expect(begun.slice(4)).toEqual(['b0', 'b1'])
  await end(2)
  expect(begun.slice(6)).toEqual(['a4', 'a5'])
})

test('when the queue is full whoever has most waiting loses its last, never another client', async () => {
  const limiter = new Limiter({ slots: 1, maxQueued: 4 })
  const { begun, take } = asking(limiter)
  times(6, (n) => take(`a${n}`, { client: 'a' }))
  await setImmediate()
  expect(begun).toEqual(['a0', 'a5 shed'])
  times(2, (n) => take(`b${n}`, { client: 'b' }))
  await setImmediate()
  expect(begun.slice(2)).toEqual(['a4 shed', 'a3 shed'])
  expect(limiter.stats).toEqual({ running: 1, queued: 4, shed: 3 })
})

test('a higher priority goes first and is shed last', async () => {
  const { begun, take, end } = asking(new Limiter({ slots: 1, maxQueued: 2 }))
  times(3, (n) => take(`look${n}`))
  times(2, (n) => take(`pay${n}`, { priority: 'high' }))
  void take('pay2', { priority: 'high' })
  void take('look3')
  await setImmediate()
  expect(begun).toEqual(['look0', 'look2 shed', 'look1 shed', 'pay2 shed', 'look3 shed'])
  await end(3)
  expect(begun.slice(-2)).toEqual(['pay0', 'pay1'])
})

test('who has waited for the longest time allowed is shed', async () => {
  const limiter = new Limiter({ slots: 1, maxWait: 20 })
  const release = (await limiter.take())!
  expect(await limiter.take()).toBeUndefined()
  await expect(limiter.run(async () => 'never')).rejects.toMatchObject({ code: 'unavailable' })
  release()
  expect(limiter.stats).toEqual({ running: 0, queued: 0, shed: 2 })
})

test('who leaves while queued takes no slot, and is not counted as shed', async () => {
  const limiter = new Limiter({ slots: 1 })
  const { begun, take, end } = asking(limiter)
  void take('first')
  const leaving = new AbortController()
  void take('left', { signal: leaving.signal })
  void take('next')
  leaving.abort()
  await setImmediate()
  await end(1)
  expect(begun).toEqual(['first', 'left shed', 'next'])
  expect(await limiter.take({ signal: leaving.signal })).toBeUndefined()
  expect(limiter.stats).toEqual({ running: 1, queued: 0, shed: 0 })
})

test('no client is remembered that neither waits nor runs', async () => {
  const limiter = new Limiter({ slots: 2, maxQueued: 10, maxWait: 10 })
  await Promise.all(
    Array.from({ length: 500 }, (_, n) =>
      limiter.run(() => setImmediate(), { client: `${n}` }).catch(() => {}),
    ),
  )
  expect(limiter.stats).toMatchObject({ running: 0, queued: 0 })
})

test('when timers are late, whose turn comes after the deadline is shed, and the next in time has the slot', async () => {
  const limiter = new Limiter({ slots: 1, maxWait: 20 })
  const { begun, take } = asking(limiter)
  const release = (await limiter.take())!
  void take('late')
  void take('in time', { maxWait: 10_000 })
  const stalled = performance.now() + 40
  while (performance.now() < stalled) continue
  release()
  await setImmediate()
  expect(begun).toEqual(['late shed', 'in time'])
  expect(limiter.stats).toEqual({ running: 1, queued: 0, shed: 1 })
})
