import { networkOf } from '../platform/overload/request-scope.ts'
import type { RateLimit } from '../platform/rate-limits/rate-limits.ts'

const quarterHour = 15 * 60
const refusal = 'Too many wrong passwords for this account.'

/** The limit of wrong passwords for one account from one network; beyond it that network alone waits. */
export const wrongPasswordsBetween = (address: string, email: string): RateLimit => ({
  name: 'wrong passwords for email from address',
  subject: `${networkOf(address)} ${email}`,
  max: 5,
  seconds: quarterHour,
  refusal,
})

/** The limit of wrong passwords from one network, over all accounts. */
export const wrongPasswordsFrom = (address: string): RateLimit => ({
  name: 'wrong passwords from address',
  subject: networkOf(address),
  max: 25,
  seconds: quarterHour,
  refusal: 'Too many wrong passwords from your network.',
})

/**
 * The limit of wrong passwords for one account, over all networks. Beyond it a right password is answered by mail
 * alone, so that 10,000 networks learn no more than one. 100 an hour are 876,000 a year: of the 26^12 passwords of
 * twelve random small letters one in 100,000,000,000, and none of the common ones, which are refused.
 */
export const wrongPasswordsFor = (email: string): RateLimit => ({
  name: 'wrong passwords for email',
  subject: email,
  max: 100,
  seconds: 3600,
  refusal,
})

/** The limit of wrong current passwords in a session, so that a stolen session cannot guess the password. */
export const wrongOwnPasswords = (staffId: string): RateLimit => ({
  name: 'wrong own passwords of staff',
  subject: staffId,
  max: 5,
  seconds: quarterHour,
  refusal: 'Too many wrong passwords.',
})

/**
 * The limit of wrong codes of an authenticator app, or recovery codes. They count only after the right password, so
 * strangers use up none.
 */
export const wrongCodesFor = (staffId: string): RateLimit => ({
  name: 'wrong codes of staff',
  subject: staffId,
  max: 10,
  seconds: 3600,
  refusal: 'Too many wrong codes. We have mailed you a link to change your password.',
})

/** The limit of links mailed to one account, so that repeated right passwords do not flood the mailbox. */
export const linksTo = (email: string): RateLimit => ({
  name: 'sign-in links to staff',
  subject: email,
  max: 1,
  seconds: 5 * 60,
  refusal: 'A link is on its way.',
})
