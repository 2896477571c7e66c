import type { Dependencies } from '../dependencies.ts'
import type { Job } from '../platform/jobs/jobs.ts'
import { forgetComplainants } from './complaints/queries.ts'
import { forgetSenders } from './contacts/queries.ts'

declare module '../platform/jobs/jobs.ts' {
  interface JobData {
    'forget-visitors': object
  }
}

/**
 * The daily job that erases who wrote to us or complained without an account, and what, when `limits.visitorDays` are
 * over.
 */
export const contentJobs = ({ db }: Dependencies): Job[] => [
  {
    name: 'forget-visitors',
    cron: '20 3 * * *',
    handler: async () => {
      await forgetSenders(db)
      await forgetComplainants(db)
    },
  },
]
