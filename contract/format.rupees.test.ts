import { expect, test } from 'vitest'

import { inRupees, rupees } from './format.ts'

test.each([
  [0, 'Free'],
  [499, '₹499'],
  [1499, '₹1,499'],
  [149_999, '₹1,49,999'],
  [249.5, '₹249.50'],
])('%d rupees read %s', (amount, words) => {
  expect(rupees(amount)).toBe(words)
})

test('an amount of nothing is no price', () => expect(inRupees(0)).toBe('₹0'))
