import type { Dependencies } from '../dependencies.ts'
import type { Job } from '../platform/jobs/jobs.ts'
import { sumCatalogue } from './facet-queries.ts'
import { deletePoorSearches } from './search/synonym-queries.ts'
import { storedDays } from './search/synonyms.ts'

declare module '../platform/jobs/jobs.ts' {
  interface JobData {
    'sum-catalogue': object
    'forget-searches': object
  }
}

/** The jobs that sum the catalogue's counts every ten minutes, and delete old searches every day. */
export const catalogueJobs = ({ db }: Dependencies): Job[] => [
  { name: 'sum-catalogue', cron: '*/10 * * * *', handler: () => sumCatalogue(db) },
  { name: 'forget-searches', cron: '50 2 * * *', handler: () => deletePoorSearches(db, storedDays) },
]
