import type { Dependencies } from '../dependencies.ts'
import type { Job } from '../platform/jobs/jobs.ts'
import { deleteOldErrors } from './browser-error-queries.ts'

declare module '../platform/jobs/jobs.ts' {
  interface JobData {
    'forget-browser-errors': object
  }
}

/** Jobs that delete old browser errors. */
export const dashboardJobs = ({ db }: Dependencies): Job[] => [
  { name: 'forget-browser-errors', cron: '37 2 * * *', handler: () => deleteOldErrors(db) },
]
