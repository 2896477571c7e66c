import { expect, test } from 'vitest'

import { csv } from './csv.ts'

test('texts with commas, quotes and line breaks stay in their cell, and none becomes a formula', () => {
  expect(
    csv([
      ['Project', 'Earned'],
      ['Shop, "large"\nand new', 1.5],
      ['=HYPERLINK("http://x")', -2],
    ]),
  ).toBe('\uFEFFProject,Earned\r\n"Shop, ""large""\nand new",1.5\r\n"\'=HYPERLINK(""http://x"")",-2\r\n')
})
