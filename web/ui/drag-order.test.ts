import { expect, test } from 'vitest'

import { arranged } from './drag-order.ts'

const entries = ['a', 'b', 'c', 'd'].map((_id) => ({ _id }))
const idsOf = (list: readonly { _id: string }[]) => list.map(({ _id }) => _id).join('')

test('an order that was begun holds for what is still there; what is new keeps its own order at the end', () => {
  expect(idsOf(arranged(entries))).toBe('abcd')
  expect(idsOf(arranged(entries, ['d', 'gone', 'b']))).toBe('dbac')
})
