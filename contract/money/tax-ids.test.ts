import { expect, test } from 'vitest'

import { holderOf, isGstin, stateOfGstin } from './tax-ids.ts'

test.each(['27AAPFU0939F1ZV', '29AAGCB7383J1Z4', '24AAACC1206D1ZM'])('%s is a GSTIN', (gstin) => {
  expect(isGstin(gstin)).toBe(true)
})

test('every mistyped character is detected', () => {
  const gstin = '27AAPFU0939F1ZV'
  for (const [at, letter] of Array.from(gstin).entries()) {
    const other = /\d/.test(letter) ? String((Number(letter) + 1) % 10) : letter === 'A' ? 'B' : 'A'
    expect(isGstin(gstin.slice(0, at) + other + gstin.slice(at + 1)), `letter ${at + 1}`).toBe(false)
  }
})

test.each([
  ['a State that does not exist', '41AAPFU0939F1Z5'],
  ['a PAN whose holder is nothing', '27AAPXU0939F1ZX'],
])('%s is not a GSTIN, whatever its check character', (_what, gstin) => {
  const all = Array.from('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ', (letter) => gstin.slice(0, 14) + letter)
  expect(all.filter(isGstin)).toEqual([])
})

test('State and kind of holder are read from the number', () => {
  expect(stateOfGstin('27AAPFU0939F1ZV')).toBe('Maharashtra')
  expect(holderOf('AAPFU0939F')).toBe('F')
})

test.each(['', '27AAPFU0939F1Z', '27aapfu0939f1zv', '27AAPFU0939F1ZVV', ' 27AAPFU0939F1ZV'])(
  '%j is not a GSTIN',
  (text) => expect(isGstin(text)).toBe(false),
)
