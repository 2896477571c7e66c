import { expect, test } from 'vitest'

import { counted } from './format.ts'

test('one thing is one, none and many are many, in Indian grouping', () => {
  expect(counted(1, 'project')).toBe('1 project')
  expect(counted(0, 'project')).toBe('0 projects')
  expect(counted(149_999, 'category', 'categories')).toBe('1,49,999 categories')
})
