import { expect, test } from 'vitest'

import { passwordProblem } from './passwords.ts'

const about = ['owner@campus-shop.in', 'Meera Joshi']

test.each([
  'short-gN7#k',
  '123456789012',
  'passwordpassword',
  'P@ssw0rd12345',
  'Welcome@12345',
  'iloveyou1234',
  'liverpool1234',
  'qwertyuiop[]',
  '1q2w3e4r5t6y',
  'aaaaaaaaaaaa',
  'abababababab',
  'abcdefghijklm',
  'Readymade@2024!',
  'readymade-demo',
  'owner@campus-shop.in',
  'Owner@Campus-Shop.in1',
  'MeeraJoshi@1998',
])('%s is too easy to guess', async (password) => {
  expect(await passwordProblem(password, about)).toMatch(/^expected /)
})

test.each([
  'a good long password',
  'correct horse battery',
  'gN7#kq02Lmzz',
  'tarpaulin orbits quietly',
  'मेरा कुत्ता नीला है',
  '839201748563',
])('%s may be used', async (password) => {
  expect(await passwordProblem(password, about)).toBeUndefined()
})
