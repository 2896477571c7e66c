import fc from 'fast-check'
import { expect, test } from 'vitest'

import { chunksOf } from './send-files.ts'

test('every file goes up once, in order, at most 100 to a chunk, and small enough for a slow line', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(10_000_000), { maxLength: 400 }), (sizes) => {
      const files = sizes.map((size, index) => ({ path: `${index}`, file: { size } as Blob }))
      const chunks = chunksOf(files)
      expect(chunks.flat()).toEqual(files)
      for (const chunk of chunks) {
        expect(chunk.length).toBeLessThanOrEqual(100)
        const bytes = chunk.reduce((sum, { file }) => sum + file.size, 0)
        expect(chunk.length === 1 || bytes <= 8_000_000).toBe(true)
      }
    }),
  )
})
