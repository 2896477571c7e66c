import type { Connection } from '../platform/database/connection.ts'
import { deleteUnlisted } from './editions/picture-queries.ts'
import { deleteChange } from './editions/queries.ts'
import type { ProjectRow } from './queries.ts'
import { markRelease } from './releases/queries.ts'
import { deleteUnapprovedReports } from './reports/queries.ts'
import { deleteOpenRejection } from './status-queries.ts'

/** Deletes the change of a locked project that waits, with what only it brought; the sweep deletes the files. */
export async function discardChange(trx: Connection, project: ProjectRow): Promise<void> {
  const { id, releaseId, recordReleaseId, recordReportKey } = project
  await deleteChange(trx, id)
  if (releaseId !== null && releaseId !== recordReleaseId)
    await markRelease(trx, releaseId, { from: ['pending', 'rejected'], to: 'withdrawn' })
  // Also one that the change brought and that its owner removed again.
  if (project.hasChanges) await deleteUnapprovedReports(trx, id, recordReportKey)
  await deleteOpenRejection(trx, id)
  await deleteUnlisted(trx, id)
}
