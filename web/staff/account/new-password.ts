import { staff } from '#contract/staff.ts'

import { mistakesIn } from '../../forms/mistakes.ts'

type Mistakes = Record<string, string> | undefined

/** What stops a link's new password from being sent; the server judges how hard it is to guess. */
export const mistakesInNew = (password: string, again: string): Mistakes =>
  together(mistakesIn(staff.setPassword.body.pick({ password: true }), { password })?.fields, password, again)

/** The same of a password that takes the place of another. */
export const mistakesInChange = (
  body: { currentPassword: string; newPassword: string },
  again: string,
): Mistakes => together(mistakesIn(staff.changePassword.body, body)?.fields, body.newPassword, again)

function together(fields: Mistakes, password: string, again: string): Mistakes {
  if (password === again && again !== '') return fields
  return { ...fields, again: again === '' ? 'Enter it once more' : 'These two are not the same' }
}
