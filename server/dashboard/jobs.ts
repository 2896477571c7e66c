import type { Parts } from '../parts.ts'
import { deleteOldErrors } from './browser-error-queries.ts'

/** Registers the job that deletes old browser errors every day. */
export async function workBrowserErrors({ jobs, db }: Pick<Parts, 'jobs' | 'db'>): Promise<void> {
  await jobs.work('forget-browser-errors', () => deleteOldErrors(db))
  await jobs.repeat('forget-browser-errors', '37 2 * * *')
}
