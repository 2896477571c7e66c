import { expect, test } from 'vitest'

import { csv } from './format.ts'

test('amounts have two decimals and stay numbers, also below zero', () => {
  expect(csv([['Net', { rupees: 639.2 }, { rupees: -1000 }, { rupees: 0.1 + 0.2 }, 12]])).toBe(
    '\uFEFFNet,639.20,-1000.00,0.30,12\r\n',
  )
})

test('texts with commas, quotes and line breaks stay in their cell, and none becomes a formula', () => {
  expect(
    csv([
      ['Project', 'Earned'],
      ['Shop, "large"\nand new', 1.5],
      ['=HYPERLINK("http://x")', -2],
    ]),
  ).toBe('\uFEFFProject,Earned\r\n"Shop, ""large""\nand new",1.5\r\n"\'=HYPERLINK(""http://x"")",-2\r\n')
})
