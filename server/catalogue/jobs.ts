import type { Dependencies } from '../dependencies.ts'
import type { Job } from '../platform/jobs/jobs.ts'
import { sumCatalogue } from './facet-queries.ts'

declare module '../platform/jobs/jobs.ts' {
  interface JobData {
    'sum-catalogue': object
  }
}

/** The job that sums the catalogue's counts every ten minutes. */
export const catalogueJobs = ({ db }: Pick<Dependencies, 'db'>): Job[] => [
  { name: 'sum-catalogue', cron: '*/10 * * * *', handler: () => sumCatalogue(db) },
]
