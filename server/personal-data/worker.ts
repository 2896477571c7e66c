import { emptyOldListings } from '../orders/service.ts'
import type { Parts } from '../parts.ts'
import { finishDeletion } from './deletion/service.ts'
import { buildExport } from './export/build.ts'
import { sweepExports } from './export/service.ts'

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
