import { setImmediate } from 'node:timers/promises'

import { expect, test } from 'vitest'

import { keyedLimiter } from './limiter.ts'

test('each key has its own slots, who waits comes in turn, and a freed slot is free again', async () => {
  const slot = keyedLimiter({ slots: 2 })
  const taken: string[] = []
  const take = async (key: string, name: string) => {
    const free = (await slot(key))!
    taken.push(name)
    return free
  }
  const [one, two, three, four, other] = ['a1', 'a2', 'a3', 'a4', 'b1'].map((name) => take(name[0]!, name))
  await setImmediate()
  expect(taken).toEqual(['a1', 'a2', 'b1'])
  ;(await two!)()
  ;(await three!)()
  await setImmediate()
  expect(taken).toEqual(['a1', 'a2', 'b1', 'a3', 'a4'])
  for (const held of [one, four, other]) (await held!)()
  await Promise.all(['a5', 'a6'].map((name) => take('a', name)))
  expect(taken.slice(5)).toEqual(['a5', 'a6'])
})

test('where nobody may wait, one too many of a key is refused, and never one of another key', async () => {
  const slot = keyedLimiter({ slots: 2, maxQueued: 0 })
  const [one] = [await slot('a'), await slot('a')]
  expect(await slot('a')).toBeUndefined()
  expect(await slot('b')).toBeDefined()
  one!()
  expect(await slot('a')).toBeDefined()
  expect(await slot('a')).toBeUndefined()
})
