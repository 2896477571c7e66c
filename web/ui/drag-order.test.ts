import { expect, test } from 'vitest'

import { arranged, moved } from './drag-order.ts'

const entries = ['a', 'b', 'c', 'd'].map((_id) => ({ _id }))
const idsOf = (list: readonly { _id: string }[]) => list.map(({ _id }) => _id).join('')

test('an order that was begun holds for what is still there; what is new keeps its own order at the end', () => {
  expect(idsOf(arranged(entries))).toBe('abcd')
  expect(idsOf(arranged(entries, ['d', 'gone', 'b']))).toBe('dbac')
})

test('a picture is put in its new place and the others close up, in both directions', () => {
  expect(moved(['a', 'b', 'c', 'd'], 0, 2)).toEqual(['b', 'c', 'a', 'd'])
  expect(moved(['a', 'b', 'c', 'd'], 3, 1)).toEqual(['a', 'd', 'b', 'c'])
  expect(moved(['a', 'b'], 1, 1)).toEqual(['a', 'b'])
})
