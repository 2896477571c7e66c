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

/** The hourly jobs that delete expired sign-in data and pictures that belong to no member. */
export const accountJobs = ({ db, storage }: Parts): Job[] => [
  { name: 'forget-sign-ins', cron: '7 * * * *', handler: () => forgetFinished(db) },
  { name: 'sweep-avatars', cron: '27 * * * *', handler: () => sweepAvatars({ db, storage }) },
]
