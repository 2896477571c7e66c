import type { Dependencies } from '../dependencies.ts'
import type { Job } from '../platform/jobs/jobs.ts'
import { sweepAvatars } from './avatars.ts'
import { sendNotices } from './notices/service.ts'
import { deleteExpiredSignInData } from './service.ts'

declare module '../platform/jobs/jobs.ts' {
  interface JobData {
    'forget-sign-ins': object
    'sweep-avatars': object
    'send-notices': object
  }
}

/** The hourly jobs that delete expired sign-in data and pictures that belong to no member. */
export const accountJobs = (dependencies: Dependencies): Job[] => [
  { name: 'forget-sign-ins', cron: '7 * * * *', handler: () => deleteExpiredSignInData(dependencies.db) },
  { name: 'sweep-avatars', cron: '27 * * * *', handler: () => sweepAvatars(dependencies) },
]

/** The job that queues the mails to all members. */
export const noticeJobs = (dependencies: Dependencies): Job[] => [
  { name: 'send-notices', cron: '* * * * *', atStart: true, handler: () => sendNotices(dependencies) },
]
