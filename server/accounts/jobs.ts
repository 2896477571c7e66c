import type { Dependencies } from '../dependencies.ts'
import type { Job } from '../platform/jobs/jobs.ts'
import { sweepAvatars } from './avatars.ts'
import { deleteExpiredSignInData } from './service.ts'

declare module '../platform/jobs/jobs.ts' {
  interface JobData {
    'forget-sign-ins': object
    'sweep-avatars': object
  }
}

/** The hourly jobs that delete expired sign-in data and pictures that belong to no member. */
export const accountJobs = ({ db, storage }: Dependencies): Job[] => [
  { name: 'forget-sign-ins', cron: '7 * * * *', handler: () => deleteExpiredSignInData(db) },
  { name: 'sweep-avatars', cron: '27 * * * *', handler: () => sweepAvatars({ db, storage }) },
]
