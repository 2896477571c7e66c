import type { Parts } from '../parts.ts'
import { forgetFinished } from './service.ts'

/** Deletes what no sign-in can need any more, every hour. */
export async function workAccounts({ jobs, db }: Parts): Promise<void> {
  await jobs.work('forget-sign-ins', () => forgetFinished(db))
  await jobs.repeat('forget-sign-ins', '7 * * * *')
}
