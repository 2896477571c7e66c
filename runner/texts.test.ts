import { expect, test } from 'vitest'

import { count, localAddress, plain, plainLines } from './texts.ts'

test('a text becomes one line without characters that hide or turn text', () => {
  expect(plain(' a\nb\u0000c\u202ed\u2066e\u2028f\u061cg ', 100)).toBe('a b c d e f g')
})

test('a text is cut without half a character at its end', () => {
  expect(plain('abc😀', 4)).toBe('abc\ufffd')
  expect(plain('x'.repeat(1e6), 300)).toHaveLength(300)
})

test('what is no text, list or number counts as none', () => {
  expect([plain({}, 10), plain(null, 10), plainLines('abc', 3, 3), count('7', 9), count(1e99, 9)]).toEqual([
    '',
    '',
    [],
    0,
    0,
  ])
  expect([count(-3, 9), count(12, 9)]).toEqual([0, 9])
})

test('an address outside of the sandbox becomes that of the first page', () => {
  for (const address of [
    'http://localhost.evil.in/',
    'https://localhost/',
    'javascript:alert(1)',
    'http://localhost:9/',
  ])
    expect(localAddress(address)).toBe('http://localhost/')
  expect(localAddress('http://localhost/a.php?b=1')).toBe('http://localhost/a.php?b=1')
})
