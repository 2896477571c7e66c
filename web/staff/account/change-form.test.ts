import { expect, test } from 'vitest'

import { passwordChangeErrors, newPasswordErrors } from './change-form.tsx'

test('every empty field of a new password is reported at once, and both passwords must be equal', () => {
  expect(passwordChangeErrors({ currentPassword: '', newPassword: '' }, '')).toEqual({
    currentPassword: 'Enter your password',
    newPassword: 'Enter a password',
    again: 'Enter it once more',
  })
  expect(passwordChangeErrors({ currentPassword: 'old', newPassword: 'one' }, 'another')).toEqual({
    again: 'These two are not the same',
  })
  expect(passwordChangeErrors({ currentPassword: 'old', newPassword: 'one' }, 'one')).toBeUndefined()
  expect(newPasswordErrors('', '')).toEqual({ password: 'Enter a password', again: 'Enter it once more' })
})
