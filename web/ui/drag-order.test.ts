import { expect, test } from 'vitest'

import { sortByIds, moveEntry } from './drag-order.ts'

const entries = ['a', 'b', 'c', 'd'].map((_id) => ({ _id }))
const idsOf = (list: readonly { _id: string }[]) => list.map(({ _id }) => _id).join('')

test('entries are sorted by their ids; entries without a place keep their order at the end', () => {
  expect(idsOf(sortByIds(entries))).toBe('abcd')
  expect(idsOf(sortByIds(entries, ['d', 'gone', 'b']))).toBe('dbac')
})

test('an entry is moved in both directions, and the others close up', () => {
  expect(moveEntry(['a', 'b', 'c', 'd'], 0, 2)).toEqual(['b', 'c', 'a', 'd'])
  expect(moveEntry(['a', 'b', 'c', 'd'], 3, 1)).toEqual(['a', 'd', 'b', 'c'])
  expect(moveEntry(['a', 'b'], 1, 1)).toEqual(['a', 'b'])
})
