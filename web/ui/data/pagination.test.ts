import { expect, test } from 'vitest'

import { pagesShown } from './pagination.tsx'

test.each([
  [1, 2, [1, 2]],
  [4, 7, [1, 2, 3, 4, 5, 6, 7]],
  [1, 9, [1, 2, 3, 4, 5, 0, 9]],
  [4, 12, [1, 2, 3, 4, 5, 0, 12]],
  [5, 12, [1, 0, 4, 5, 6, 0, 12]],
  [9, 12, [1, 0, 8, 9, 10, 11, 12]],
  [12, 12, [1, 0, 8, 9, 10, 11, 12]],
])('page %d of %d shows %j', (page, pages, shown) => {
  expect(pagesShown(page, pages)).toEqual(shown)
})
