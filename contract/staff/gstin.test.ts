import { expect, test } from 'vitest'

import { isGstin } from './gstin.ts'

test.each(['27AAPFU0939F1ZV', '29AAGCB7383J1Z4', '24AAACC1206D1ZM'])('%s is a GSTIN', (gstin) => {
  expect(isGstin(gstin)).toBe(true)
})

test('every mistyped letter is found out', () => {
  const gstin = '27AAPFU0939F1ZV'
  for (const [at, letter] of Array.from(gstin).entries()) {
    const other = /\d/.test(letter) ? String((Number(letter) + 1) % 10) : letter === 'A' ? 'B' : 'A'
    expect(isGstin(gstin.slice(0, at) + other + gstin.slice(at + 1)), `letter ${at + 1}`).toBe(false)
  }
})

test.each(['', '27AAPFU0939F1Z', '27aapfu0939f1zv', '27AAPFU0939F1ZVV', ' 27AAPFU0939F1ZV'])(
  '%j is none',
  (text) => expect(isGstin(text)).toBe(false),
)
