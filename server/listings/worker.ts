import type { Parts } from '../parts.ts'
import { announceListings } from './announce.ts'

/** Announces new listings to followers, every minute. */
export async function workListings(parts: Parts): Promise<void> {
  await parts.jobs.work('announce-listings', () => announceListings(parts))
  await parts.jobs.repeat('announce-listings', '* * * * *')
}
