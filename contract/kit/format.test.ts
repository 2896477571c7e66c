import { expect, test } from 'vitest'

import { afterWorkingHours, counted, csv, inRupees, rupees, sizeText } from './format.ts'

test('counts have the singular for 1 and the plural otherwise, in Indian grouping', () => {
  expect(counted(1, 'project')).toBe('1 project')
  expect(counted(0, 'project')).toBe('0 projects')
  expect(counted(149_999, 'category', 'categories')).toBe('1,49,999 categories')
})

test.each([
  [0, 'Free'],
  [499, '₹499'],
  [1499, '₹1,499'],
  [149_999, '₹1,49,999'],
  [249.5, '₹249.50'],
])('%d rupees read %s', (amount, words) => {
  expect(rupees(amount)).toBe(words)
})

test('an amount of 0 is written as ₹0', () => expect(inRupees(0)).toBe('₹0'))

test('amounts have two decimals and stay numbers, also below zero', () => {
  expect(csv([['Net', { rupees: 639.2 }, { rupees: -1000 }, { rupees: 0.1 + 0.2 }, 12]])).toBe(
    '\uFEFFNet,639.20,-1000.00,0.30,12\r\n',
  )
})

test('texts with commas, quotes and line breaks stay in their cell, and no text becomes a formula', () => {
  expect(
    csv([
      ['Project', 'Earned'],
      ['Shop, "large"\nand new', 1.5],
      ['=HYPERLINK("http://x")', -2],
    ]),
  ).toBe('\uFEFFProject,Earned\r\n"Shop, ""large""\nand new",1.5\r\n"\'=HYPERLINK(""http://x"")",-2\r\n')
})

test('sizes are formatted in a suitable unit', () => {
  expect([0, 999, 1000, 12_400, 1_000_000, 4_840_000].map(sizeText)).toEqual([
    '0 B',
    '999 B',
    '1 kB',
    '12 kB',
    '1.0 MB',
    '4.8 MB',
  ])
})

test.each([
  // 27 November 2026 is a Friday.
  ['2026-11-25T10:00+05:30', 48, '2026-11-27T10:00+05:30'],
  ['2026-11-26T10:00+05:30', 48, '2026-11-30T10:00+05:30'],
  ['2026-11-27T10:00+05:30', 48, '2026-12-01T10:00+05:30'],
  ['2026-11-28T10:00+05:30', 48, '2026-12-02T00:00+05:30'],
  ['2026-11-29T23:59+05:30', 1, '2026-11-30T01:00+05:30'],
  ['2026-11-27T23:30+05:30', 1, '2026-11-30T00:30+05:30'],
])('after %s, %i hours that do not count Saturdays and Sundays are over at %s', (time, hours, end) => {
  expect(afterWorkingHours(time, hours)).toEqual(new Date(end))
})
