import { expect, test } from 'vitest'

import { encryption } from './crypto.ts'

const secret = 'a secret for tests, 32 bytes or more'
const refused = /unable to authenticate|authentication tag|initialization vector/i
const { encrypt, decrypt } = encryption(secret, 'payouts')

test('a text comes back as it was, and no two of the same look alike', () => {
  const text = 'अनन्या, 50100234567891'
  const [first, second] = [encrypt(text, 'row 1'), encrypt(text, 'row 1')]
  expect(first).not.toBe(second)
  expect(first).not.toContain('50100234567891')
  expect([decrypt(first, 'row 1'), decrypt(second, 'row 1')]).toEqual([text, text])
})

test('with another secret, purpose or context, or a changed byte, it does not come back', () => {
  const encrypted = encrypt('50100234567891', 'row 1')
  const changed = Buffer.from(encrypted, 'base64')
  changed[30]! ^= 1
  const cut = Buffer.from(encrypted, 'base64').subarray(0, 20).toString('base64')
  const attempts = [
    () => decrypt(encrypted, 'row 2'),
    () => decrypt(encrypted),
    () => decrypt(changed.toString('base64'), 'row 1'),
    () => decrypt(cut, 'row 1'),
    () => decrypt('', 'row 1'),
    () => encryption(secret, 'tax').decrypt(encrypted, 'row 1'),
    () => encryption(`${secret}!`, 'payouts').decrypt(encrypted, 'row 1'),
  ]
  for (const attempt of attempts) expect(attempt).toThrow(refused)
})

test('the same text encrypted without a context is not taken for one with a context', () => {
  expect(() => decrypt(encrypt('x'), 'row 1')).toThrow(refused)
})
