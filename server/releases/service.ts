import type { Connection } from '../database/connection.ts'
import { markNewestRelease, newestRelease } from './queries.ts'

export { finaliseUpload } from './uploads/finalise.ts'

/** Approves a project's newest release, unless it was approved before or its files were taken off the shop. Answers its id. */
export async function approveNewestRelease(trx: Connection, projectId: string): Promise<string | undefined> {
  await markNewestRelease(trx, projectId, { from: ['pending', 'rejected'], to: 'approved' })
  return (await newestRelease(trx, projectId))?.id
}

/** Rejects a project's newest release if it waits for a decision. What was approved and sold stays approved. */
export async function rejectNewestRelease(trx: Connection, projectId: string): Promise<void> {
  await markNewestRelease(trx, projectId, { from: ['pending'], to: 'rejected' })
}
