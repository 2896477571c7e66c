import { expect, test } from 'vitest'

import { OwnerEdit } from '#contract/projects/edits.ts'
import { staff } from '#contract/staff/accounts.ts'

import { mistakesIn } from './use-form.ts'

test('what the contract accepts has no errors', () => {
  expect(mistakesIn(OwnerEdit, { title: 'Bus Pass Desk', price: 349.5 })).toBeUndefined()
})

test('each invalid field has its first error, and the form the first of all', () => {
  expect(mistakesIn(OwnerEdit, { title: '', price: -1, tags: ['ok', 'x'.repeat(41)] })).toEqual({
    message: 'Please fill in all required fields',
    fields: {
      title: 'Please fill in all required fields',
      price: 'Price cannot be negative',
      'tags/1': 'Each entry can have at most 40 characters',
    },
  })
})

test('an empty staff sign-in is asked to fill in all fields', () => {
  const { message } = mistakesIn(staff.login.body, { email: '', password: '' }) ?? {}
  expect(message).toBe('Please fill in all fields')
})
