import { expect, test, vi } from 'vitest'

import { measuredCache } from './measured-cache.ts'

test('what is quickly made is made anew each time; what took long is given again for fifty times as long', async () => {
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  let [made, takes] = [0, 20]
  const ask = measuredCache(async () => {
    now += takes
    return ++made
  })
  expect([await ask(), await ask()]).toEqual([1, 2])
  takes = 200
  expect([await ask(), await ask()]).toEqual([3, 3])
  now += 9_900
  expect(await ask()).toBe(3)
  now += 200
  expect(await ask()).toBe(4)
  vi.restoreAllMocks()
})
