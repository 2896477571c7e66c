import type { Parts } from '../parts.ts'
import type { Job } from '../platform/jobs/jobs.ts'
import { sweepAvatars } from './avatars.ts'
import { forgetFinished } from './service.ts'

declare module '../platform/jobs/jobs.ts' {
  interface JobData {
    'forget-sign-ins': object
    'sweep-avatars': object
  }
}

/** Deletes what no sign-in can need any more and pictures that belong to nobody. */
export const accountJobs = ({ db, storage }: Parts): Job[] => [
  { name: 'forget-sign-ins', cron: '7 * * * *', handler: () => forgetFinished(db) },
  { name: 'sweep-avatars', cron: '27 * * * *', handler: () => sweepAvatars({ db, storage }) },
]
