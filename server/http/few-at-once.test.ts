import { expect, test } from 'vitest'

import { fewAtOnce } from './few-at-once.ts'

test('no more tasks run at once than was said, and all come to their end in order', async () => {
  const inTurn = fewAtOnce(3)
  let running = 0
  let highest = 0
  const begun: number[] = []
  const results = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      inTurn(async () => {
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
})

test('a task that fails makes room for the next', async () => {
  const inTurn = fewAtOnce(1)
  const failing = inTurn(() => Promise.reject(new Error('no')))
  const next = inTurn(async () => 'done')
  await expect(failing).rejects.toThrow('no')
  expect(await next).toBe('done')
})
