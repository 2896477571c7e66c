import { emptyOldListings } from '../orders/sold-listings/service.ts'
import type { Parts } from '../parts.ts'
import type { Job } from '../platform/jobs/jobs.ts'
import { announceListings } from './follows/service.ts'
import { finishDeletion } from './personal-data/deletion.ts'
import { buildExport, sweepExports } from './personal-data/export.ts'

declare module '../platform/jobs/jobs.ts' {
  interface JobData {
    'export-data': { exportId: string }
    /** `keys`: what is to be deleted in the store. */
    'finish-deletion': { memberId: string; keys: string[] }
    'sweep-exports': object
    'announce-listings': object
  }
}

/** Makes the downloads that members have asked for, deletes them when they are over, and what deleted accounts have left. */
export const personalDataJobs = (parts: Parts): Job[] => [
  { name: 'export-data', handler: ({ exportId }) => buildExport(parts, exportId) },
  { name: 'finish-deletion', handler: (left) => finishDeletion(parts, left) },
  {
    name: 'sweep-exports',
    cron: '37 * * * *',
    handler: async () => {
      await sweepExports(parts)
      await emptyOldListings(parts.db)
    },
  },
]

/** Announces new listings to followers. */
export const followJobs = (parts: Parts): Job[] => [
  { name: 'announce-listings', cron: '* * * * *', handler: () => announceListings(parts) },
]
