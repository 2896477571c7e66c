import type { Parts } from '../parts.ts'
import { announceListings } from './announce.ts'
import { mailNewRelease } from './release-notices/notice.ts'

/** Announces new listings to followers, every minute, and new releases to buyers when they are approved. */
export async function workListings(parts: Parts): Promise<void> {
  await parts.jobs.work('announce-listings', () => announceListings(parts))
  await parts.jobs.repeat('announce-listings', '* * * * *')
  await parts.jobs.work('mail-new-release', ({ releaseId }) => mailNewRelease(parts, releaseId))
}
