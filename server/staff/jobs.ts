import type { Dependencies } from '../dependencies.ts'
import type { Job } from '../platform/jobs/jobs.ts'
import { sweepSealed } from './sealed/service.ts'

declare module '../platform/jobs/jobs.ts' {
  interface JobData {
    'sweep-sealed-copies': object
  }
}

/** The hourly job that deletes the sealed copies whose end has passed. */
export const staffJobs = (dependencies: Dependencies): Job[] => [
  {
    name: 'sweep-sealed-copies',
    cron: '47 * * * *',
    atStart: true,
    handler: async () => void (await sweepSealed(dependencies)),
  },
]
