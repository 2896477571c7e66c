import fc from 'fast-check'
import { expect, test } from 'vitest'

import { newUpload } from './upload.ts'
import { secondsLeft, timeLeftText, withSample } from './use-upload.ts'

test('every file goes up once, at most 100 and about 2 MB to a chunk, cut the same in whatever order they were picked', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(10_000_000), { maxLength: 400 }), (sizes) => {
      const files = sizes.map((size, index) => ({ path: `${index}`, size, file: new Blob() }))
      const { chunks } = newUpload('p1', 'folder', files)
      const sent = chunks.flatMap((chunk) => chunk.files)
      expect(sent.toSorted((one, other) => Number(one.path) - Number(other.path))).toEqual(files)
      for (const chunk of chunks) {
        expect(chunk.files.length).toBeLessThanOrEqual(100)
        expect(chunk.bytes).toBe(chunk.files.reduce((sum, { size }) => sum + size, 0))
        expect(chunk.files.length === 1 || chunk.bytes <= 2_000_000).toBe(true)
      }
      expect(newUpload('p1', 'folder', files.toReversed()).chunks).toEqual(chunks)
    }),
  )
})

test('the time left is estimated from the last seconds, and shown no more precisely than it is known', () => {
  const slow = [0, 1, 2, 3].map((second) => ({ at: second * 1000, bytes: second * 20_000 }))
  expect(secondsLeft(slow, 200_000)).toBe(10)
  expect(secondsLeft(slow.slice(0, 2), 200_000)).toBeUndefined()
  expect(withSample(slow, { at: 17_500, bytes: 70_000 }).map(({ at }) => at)).toEqual([3000, 17_500])
  const texts = [undefined, 4, 10, 41, 60, 61, 3000, 9000].map(timeLeftText)
  expect(texts).toEqual([
    undefined,
    'a few seconds left',
    'about 10 seconds left',
    'about 50 seconds left',
    'about a minute left',
    'about 2 minutes left',
    'about 50 minutes left',
    'about 3 hours left',
  ])
})
