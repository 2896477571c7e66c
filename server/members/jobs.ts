import { emptyOldListings } from '../orders/sold-listings/service.ts'
import type { Parts } from '../parts.ts'
import { announceListings } from './follows/service.ts'
import { finishDeletion } from './personal-data/deletion.ts'
import { buildExport, sweepExports } from './personal-data/export.ts'

/**
 * Registers the jobs that build requested downloads of personal data, delete expired ones, and finish the deletion of
 * accounts.
 */
export async function workPersonalData(parts: Parts): Promise<void> {
  await parts.jobs.work('export-data', ({ exportId }) => buildExport(parts, exportId))
  await parts.jobs.work('finish-deletion', (data) => finishDeletion(parts, data))
  await parts.jobs.work('sweep-exports', async () => {
    await sweepExports(parts)
    await emptyOldListings(parts.db)
  })
  await parts.jobs.repeat('sweep-exports', '37 * * * *')
}

/** Registers the job that announces new listings to followers every minute. */
export async function workFollows(parts: Parts): Promise<void> {
  await parts.jobs.work('announce-listings', () => announceListings(parts))
  await parts.jobs.repeat('announce-listings', '* * * * *')
}
