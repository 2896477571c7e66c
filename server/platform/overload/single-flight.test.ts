import { expect, test } from 'vitest'

import { SingleFlight } from './single-flight.ts'

/** Work that ends on command. */
function work() {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const signals: AbortSignal[] = []
  const begin = (signal: AbortSignal) => {
    signals.push(signal)
    return promise
  }
  return { begin, signals, resolve, reject }
}
const mustNotBegin = () => Promise.reject(new Error('begun twice'))

test('who asks for the same at the same time shares one work, who asks for something else does not', async () => {
  const flights = new SingleFlight<string>()
  const { begin, resolve } = work()
  const shared = [flights.run('a', begin), flights.run('a', mustNotBegin), flights.join('a')!]
  expect(await flights.run('b', async () => 'other')).toBe('other')
  resolve('same')
  expect(await Promise.all(shared)).toEqual(['same', 'same', 'same'])
  expect(flights.join('a')).toBeUndefined()
})

test('work that failed fails for all who shared it, and is begun anew by the next', async () => {
  const flights = new SingleFlight<string>()
  const { begin, reject } = work()
  const shared = [flights.run('a', begin), flights.run('a', mustNotBegin)]
  reject(new Error('no'))
  for (const outcome of shared) await expect(outcome).rejects.toThrow('no')
  expect(await flights.run('a', async () => 'better')).toBe('better')
})

test('work is broken off when all who asked have left, and nobody joins it after that', async () => {
  const flights = new SingleFlight<string>()
  const [first, second] = [new AbortController(), new AbortController()]
  const { begin, signals } = work()
  void flights.run('a', begin, first.signal)
  void flights.join('a', second.signal)
  first.abort()
  expect(signals[0]!.aborted).toBe(false)
  second.abort()
  expect(signals[0]!.aborted).toBe(true)
  expect(await flights.run('a', async () => 'anew')).toBe('anew')
})

test('who never leaves keeps the work going', () => {
  const flights = new SingleFlight<string>()
  const leaving = new AbortController()
  const { begin, signals } = work()
  void flights.run('a', begin, leaving.signal)
  void flights.join('a')
  leaving.abort()
  expect(signals[0]!.aborted).toBe(false)
})

test('what is forgotten answers those who had asked; who asks from then on begins anew', async () => {
  const flights = new SingleFlight<string>()
  const [before, after] = [work(), work()]
  const early = flights.run('a', before.begin)
  flights.abandon('')
  const late = flights.run('a', after.begin)
  before.resolve('old')
  expect(await early).toBe('old')
  expect(flights.join('a')).toBe(late)
  after.resolve('new')
  expect(await late).toBe('new')
})
