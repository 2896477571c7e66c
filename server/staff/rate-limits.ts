import { networkOf } from '../platform/overload/request-scope.ts'
import type { RateLimit } from '../platform/rate-limits/rate-limits.ts'

const quarterHour = 15 * 60
const refusal = 'Too many wrong passwords for this account.'

/** Wrong passwords for one account from one network; then that network waits, and no other. */
export const wrongPasswordsBetween = (address: string, email: string): RateLimit => ({
  name: 'wrong passwords for email from address',
  subject: `${networkOf(address)} ${email}`,
  max: 5,
  seconds: quarterHour,
  refusal,
})

/** Wrong passwords from one network, over all accounts. */
export const wrongPasswordsFrom = (address: string): RateLimit => ({
  name: 'wrong passwords from address',
  subject: networkOf(address),
  max: 25,
  seconds: quarterHour,
  refusal: 'Too many wrong passwords from your network.',
})

/**
 * Wrong passwords for one account, over all networks, that are answered as wrong; past them a right one is answered
 * by mail alone, so that 10,000 networks learn nothing more than one. 100 an hour are 876,000 a year: of the
 * 26^12 passwords of twelve random small letters one in 100,000,000,000, and none of the common ones, which are refused.
 */
export const wrongPasswordsFor = (email: string): RateLimit => ({
  name: 'wrong passwords for email',
  subject: email,
  max: 100,
  seconds: 3600,
  refusal,
})

/** Wrong passwords of somebody who is signed in: a session that was stolen finds nothing out. */
export const wrongOwnPasswords = (staffId: string): RateLimit => ({
  name: 'wrong own passwords of staff',
  subject: staffId,
  max: 5,
  seconds: quarterHour,
  refusal: 'Too many wrong passwords.',
})

/** Wrong codes of an authenticator app, or recovery codes. Only who knows the password can give any, so strangers use up none. */
export const wrongCodesFor = (staffId: string): RateLimit => ({
  name: 'wrong codes of staff',
  subject: staffId,
  max: 10,
  seconds: 3600,
  refusal: 'Too many wrong codes. We have mailed you a link to change your password.',
})

/** Links mailed to one account: a right password that is tried again and again fills no mailbox. */
export const linksTo = (email: string): RateLimit => ({
  name: 'sign-in links to staff',
  subject: email,
  max: 1,
  seconds: 5 * 60,
  refusal: 'A link is on its way.',
})
