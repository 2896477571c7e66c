import type { RateLimit } from '../../rate-limits/service.ts'

/**
 * What one member may have stored in a day, in kilobytes: a hundred whole projects. What an upload gives up lies in the
 * store until it is swept a day later, so it must be bounded.
 */
export const newKilobytesOf = (ownerId: string): RateLimit => ({
  name: 'new kilobytes of member',
  subject: ownerId,
  max: 10_000_000,
  seconds: 24 * 3600,
  refusal: 'You have uploaded too much today.',
})
