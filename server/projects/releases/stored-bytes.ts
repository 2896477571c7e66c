import type { RateLimit } from '../../platform/rate-limits/rate-limits.ts'

/**
 * The kilobytes that one member may store in a day, a hundred full projects: new files, and the archives that they make
 * us build of releases that nobody approved. The limit is needed because both stay in the store until the sweep, up to a
 * day later.
 */
export const storedKilobytesOf = (ownerId: string): RateLimit => ({
  name: 'new kilobytes of member',
  subject: ownerId,
  max: 10_000_000,
  seconds: 24 * 3600,
  refusal: 'You have uploaded too much today.',
})

/** Counts bytes in kilobytes. */
export const inKilobytes = (bytes: number) => Math.ceil(bytes / 1000)
