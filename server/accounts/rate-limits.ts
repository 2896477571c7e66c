import { networkOf } from '../platform/overload/request-scope.ts'
import type { RateLimit } from '../platform/rate-limits/rate-limits.ts'

const hour = 3600

/** The limit of codes mailed to one email. From the second on, each comes with a link; signing in resets the count. */
export const codesTo = (email: string): RateLimit => ({
  name: 'codes to email',
  subject: email,
  max: 8,
  seconds: hour,
  refusal: 'Too many codes were requested for this email.',
})

/** The limit of codes requested from one client address, which a whole college may share. */
export const codesFrom = (address: string): RateLimit => ({
  name: 'codes from address',
  subject: networkOf(address),
  max: 600,
  seconds: hour,
  refusal: 'Too many codes were requested from your network.',
})

/**
 * The limit of wrong codes compared for one email, over all sessions, networks and codes; afterwards only links sign
 * in. Each is compared with the code of its own session, so a guess is right once in a million: guessing succeeds with
 * a chance of 20 in 1,000,000 a day (0.7 % in a year without a pause), from one network or from 10,000.
 */
export const wrongCodesFor = (email: string): RateLimit => ({
  name: 'wrong codes for email',
  subject: email,
  max: 20,
  seconds: 24 * hour,
  refusal: 'Too many wrong codes for this email.',
})

/**
 * The limit of wrong codes from one client address, over all emails: one network gets into one account of thousands it
 * tries in 10,000 hours. 10,000 networks at 100 an hour would need the mails of 50,000 emails an hour to spend them on.
 */
export const wrongCodesFrom = (address: string): RateLimit => ({
  name: 'wrong codes from address',
  subject: networkOf(address),
  max: 100,
  seconds: hour,
  refusal: 'Too many wrong codes from your network.',
})

/** The limit of checks whether an email has an account. */
export const emailChecksFrom = (address: string): RateLimit => ({
  name: 'email checks from address',
  subject: networkOf(address),
  max: 10,
  seconds: 60,
  refusal: 'Too many emails were checked from your network.',
})

/** The limit of confirmation mails that one member may request, for all purposes together. */
export const confirmationsOf = (memberId: string): RateLimit => ({
  name: 'confirmations of member',
  subject: memberId,
  max: 8,
  seconds: hour,
  refusal: 'Too many codes were requested.',
})

/**
 * The limit of codes that members may have sent to an address that is not theirs yet, whose owner may know nothing of
 * it.
 */
export const confirmationsTo = (email: string): RateLimit => ({
  name: 'confirmations to email',
  subject: email,
  max: 5,
  seconds: hour,
  refusal: 'Too many codes were requested for this email.',
})

/**
 * The limit of wrong codes of one member: the holder of a stolen session guesses right with a chance of 20 in 1,000,000
 * a day.
 */
export const wrongConfirmationsOf = (memberId: string): RateLimit => ({
  name: 'wrong confirmations of member',
  subject: memberId,
  max: 20,
  seconds: 24 * hour,
  refusal: 'Too many wrong codes.',
})
