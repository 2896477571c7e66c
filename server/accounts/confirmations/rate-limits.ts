import type { RateLimit } from '../../rate-limits/service.ts'

const hour = 3600

/** Mails with codes that one member may ask for, whatever they are to confirm. */
export const confirmationsOf = (memberId: string): RateLimit => ({
  name: 'confirmations of member',
  subject: memberId,
  max: 8,
  seconds: hour,
  refusal: 'Too many codes were requested.',
})

/** Codes that members may have sent to an address that is not theirs yet: its owner may know nothing of it. */
export const confirmationsTo = (email: string): RateLimit => ({
  name: 'confirmations to email',
  subject: email,
  max: 5,
  seconds: hour,
  refusal: 'Too many codes were requested for this email.',
})

/** Wrong codes of one member: whoever holds a stolen session guesses right with a chance of 20 in 1,000,000 a day. */
export const wrongConfirmationsOf = (memberId: string): RateLimit => ({
  name: 'wrong confirmations of member',
  subject: memberId,
  max: 20,
  seconds: 24 * hour,
  refusal: 'Too many wrong codes.',
})
