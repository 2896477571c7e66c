import { expect, test } from 'vitest'

import { mistakesInChange, mistakesInNew } from './change-form.tsx'

test('every empty field of a new password is reported at once, and both passwords must be equal', () => {
  expect(mistakesInChange({ currentPassword: '', newPassword: '' }, '')).toEqual({
    currentPassword: 'Enter your password',
    newPassword: 'Enter a password',
    again: 'Enter it once more',
  })
  expect(mistakesInChange({ currentPassword: 'old', newPassword: 'one' }, 'another')).toEqual({
    again: 'These two are not the same',
  })
  expect(mistakesInChange({ currentPassword: 'old', newPassword: 'one' }, 'one')).toBeUndefined()
  expect(mistakesInNew('', '')).toEqual({ password: 'Enter a password', again: 'Enter it once more' })
})
