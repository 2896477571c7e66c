import { emptyOldListings } from '../orders/sold-listings/service.ts'
import type { Parts } from '../parts.ts'
import { announceListings } from './follows/service.ts'
import { finishDeletion } from './personal-data/deletion.ts'
import { buildExport, sweepExports } from './personal-data/export.ts'

/** Makes the downloads that members have asked for, deletes them when they are over, and what deleted accounts have left. */
export async function workPersonalData(parts: Parts): Promise<void> {
  await parts.jobs.work('export-data', ({ exportId }) => buildExport(parts, exportId))
  await parts.jobs.work('finish-deletion', (left) => finishDeletion(parts, left))
  await parts.jobs.work('sweep-exports', async () => {
    await sweepExports(parts)
    await emptyOldListings(parts.db)
  })
  await parts.jobs.repeat('sweep-exports', '37 * * * *')
}

/** Announces new listings to followers, every minute. */
export async function workFollows(parts: Parts): Promise<void> {
  await parts.jobs.work('announce-listings', () => announceListings(parts))
  await parts.jobs.repeat('announce-listings', '* * * * *')
}
