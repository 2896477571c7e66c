import { Readable } from 'node:stream'

import { expect, test } from 'vitest'

import { linesOf } from './lines.ts'

const read = async (pieces: string[], most: { bytes: number; line: number }) => {
  let isCut = false
  const output = Readable.from(pieces.map((piece) => Buffer.from(piece)))
  const lines = await Array.fromAsync(linesOf(output, most, () => (isCut = true)))
  return { lines, isCut }
}

test('lines come whole, however they were cut on their way', async () => {
  const { lines, isCut } = await read(['a', 'b\nc', '\n', '\nrest'], { bytes: 100, line: 100 })
  expect(lines).toEqual(['ab', 'c', ''])
  expect(isCut).toBe(false)
})

test('a line that is too long ends the output before it is held', async () => {
  const { lines, isCut } = await read(['ok\n', 'x'.repeat(60), 'x'.repeat(60)], { bytes: 1000, line: 100 })
  expect([lines, isCut]).toEqual([['ok'], true])
})

test('more output than is allowed ends it', async () => {
  const { lines, isCut } = await read(Array(50).fill('x'.repeat(9) + '\n'), { bytes: 100, line: 100 })
  expect(lines).toHaveLength(10)
  expect(isCut).toBe(true)
})
