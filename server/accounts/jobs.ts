import type { Parts } from '../parts.ts'
import { sweepAvatars } from './avatars.ts'
import { forgetFinished } from './service.ts'

/** Deletes what no sign-in can need any more and pictures that belong to nobody, every hour. */
export async function workAccounts({ jobs, db, storage }: Parts): Promise<void> {
  await jobs.work('forget-sign-ins', () => forgetFinished(db))
  await jobs.repeat('forget-sign-ins', '7 * * * *')
  await jobs.work('sweep-avatars', () => sweepAvatars({ db, storage }))
  await jobs.repeat('sweep-avatars', '27 * * * *')
}
