import type { Dependencies } from '../dependencies.ts'
import { clearOldListings } from '../orders/sold-listings/service.ts'
import type { Job } from '../platform/jobs/jobs.ts'
import { announceListings } from './follows/service.ts'
import { finishDeletion } from './personal-data/deletion.ts'
import { buildExport, sweepExports } from './personal-data/export.ts'

declare module '../platform/jobs/jobs.ts' {
  interface JobData {
    'export-data': { exportId: string }
    /** `keys` are the objects to delete from the store. */
    'finish-deletion': { memberId: string; keys: string[] }
    'sweep-exports': object
    'announce-listings': object
  }
}

/** Jobs that build requested downloads of personal data, delete expired ones, and finish the deletion of accounts. */
export const personalDataJobs = (dependencies: Dependencies): Job[] => [
  { name: 'export-data', handler: ({ exportId }) => buildExport(dependencies, exportId) },
  { name: 'finish-deletion', handler: (data) => finishDeletion(dependencies, data) },
  {
    name: 'sweep-exports',
    cron: '37 * * * *',
    handler: async () => {
      await sweepExports(dependencies)
      await clearOldListings(dependencies.db)
    },
  },
]

/** Jobs that announce new listings to followers. */
export const followJobs = (dependencies: Dependencies): Job[] => [
  { name: 'announce-listings', cron: '* * * * *', handler: () => announceListings(dependencies) },
]
