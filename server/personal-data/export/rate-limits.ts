import type { RateLimit } from '../../rate-limits/service.ts'

/** Downloads of all data that one member may have made: each reads all their files. */
export const exportsOf = (memberId: string): RateLimit => ({
  name: 'data exports of member',
  subject: memberId,
  max: 3,
  seconds: 24 * 3600,
  refusal: 'You asked for your data three times today.',
})
