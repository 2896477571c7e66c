import { expect, test } from 'vitest'

import { arranged, moved } from './drag-order.ts'

const entries = ['a', 'b', 'c', 'd'].map((_id) => ({ _id }))
const idsOf = (list: readonly { _id: string }[]) => list.map(({ _id }) => _id).join('')

test('entries are sorted by their ids; entries without a place keep their order at the end', () => {
  expect(idsOf(arranged(entries))).toBe('abcd')
  expect(idsOf(arranged(entries, ['d', 'gone', 'b']))).toBe('dbac')
})

test('an entry is moved in both directions, and the others close up', () => {
  expect(moved(['a', 'b', 'c', 'd'], 0, 2)).toEqual(['b', 'c', 'a', 'd'])
  expect(moved(['a', 'b', 'c', 'd'], 3, 1)).toEqual(['a', 'd', 'b', 'c'])
  expect(moved(['a', 'b'], 1, 1)).toEqual(['a', 'b'])
})
