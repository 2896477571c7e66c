import { expect, test } from 'vitest'

import { priceRanges } from '#contract/projects/categories.ts'

import { foundText, priceText, showText } from './list-query.ts'

test('the number found is exact; a text search that stopped counting says so', () => {
  expect(foundText({ total: 149_999 })).toBe('1,49,999 Projects Found')
  expect(foundText({ total: 1 })).toBe('1 Project Found')
  expect(foundText({ total: 1000 })).toBe('1,000 Projects Found')
  expect(foundText({ total: 1000, capped: true })).toBe('1,000+ Projects Found')
  expect(showText({ total: 1000, capped: true })).toBe('Show 1,000+ projects')
  expect(showText({ total: 1 })).toBe('Show 1 project')
})

test('the ranges to choose from read as prices', () => {
  expect(priceRanges.map(({ min, max }) => priceText(min, max))).toEqual([
    'Free',
    'Up to ₹500',
    '₹500–₹1,000',
    '₹1,000–₹2,000',
    '₹2,000 and above',
  ])
})

test.each([
  [undefined, undefined, 'Any price'],
  [0, undefined, 'Any price'],
  [undefined, 0, 'Free'],
  [499.5, 499.5, '₹499.50'],
])('from %s to %s reads %s', (min, max, text) => {
  expect(priceText(min, max)).toBe(text)
})
