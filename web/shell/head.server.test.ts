import { expect, test } from 'vitest'

import { summary } from './head.server.ts'

test.each([
  ['Short enough', 20, 'Short enough'],
  ['Two\n\n lines\tand tabs', 40, 'Two lines and tabs'],
  ['Cut at a word, never inside', 16, 'Cut at a word…'],
  ['Unbreakable'.repeat(3), 12, 'UnbreakableU…'],
  ['abc😀😀😀', 4, 'abc…'],
])('the summary of %j in %i characters is %j', (text, most, cut) => {
  expect(summary(text, most)).toBe(cut)
})
