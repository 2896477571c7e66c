import { expect, test, vi } from 'vitest'

import { cacheWhenLarge } from './overview.ts'

test('a small count is made anew each time; a large one is given again for twenty seconds', async () => {
  let [now, made] = [0, 0]
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  const ask = cacheWhenLarge(
    async () => ++made,
    (value) => value > 2,
  )
  expect([await ask(), await ask(), await ask(), await ask()]).toEqual([1, 2, 3, 3])
  now += 20_000
  expect(await ask()).toBe(4)
  vi.restoreAllMocks()
})
