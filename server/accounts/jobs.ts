import type { Parts } from '../parts.ts'
import { sweepAvatars } from './avatars.ts'
import { forgetFinished } from './service.ts'

/** Registers the hourly jobs that delete expired sign-in data and pictures that belong to no member. */
export async function workAccounts({ jobs, db, storage }: Parts): Promise<void> {
  await jobs.work('forget-sign-ins', () => forgetFinished(db))
  await jobs.repeat('forget-sign-ins', '7 * * * *')
  await jobs.work('sweep-avatars', () => sweepAvatars({ db, storage }))
  await jobs.repeat('sweep-avatars', '27 * * * *')
}
