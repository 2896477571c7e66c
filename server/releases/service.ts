import type { Connection } from '../database/connection.ts'
import { releaseDownloads } from './archives/queries.ts'
import { toDownloads } from './presenter.ts'
import { markNewestRelease, newestRelease } from './queries.ts'
import { reportDownloads } from './reports/queries.ts'

export { deleteDownloadsOf, eraseFiles, ownedFiles } from './owned/service.ts'
export { storedSourceBytes } from './blobs/size-queries.ts'
export { textsOf } from './blobs/texts.ts'
export { newestApproved, newestRelease } from './queries.ts'
export { recallRelease } from './recalled.ts'
export { renderMarkdown } from './readme/render.ts'
export { approveReport } from './reports/service.ts'
export { isHighlighted } from './source/grammars.ts'
export { toSourceFile } from './source/presenter.ts'
export { tokensOf } from './source/reading.ts'
export { linesIn } from './source/shown.ts'
export { finaliseUpload } from './uploads/finalise.ts'

/** How often a member downloaded each release of a project, the newest first. */
export const downloadsOf = async (connection: Connection, memberId: string, projectId: string) =>
  (await releaseDownloads(connection, memberId, projectId)).map(toDownloads)

/** How often the report of an order was downloaded, if ever. */
export async function reportDownloadsOf(connection: Connection, orderId: string) {
  const found = await reportDownloads(connection, orderId)
  return found ? toDownloads(found) : null
}

/** Approves a project's newest release, unless it is approved already. Nothing when there is none or it was withdrawn. */
export async function approveNewestRelease(
  trx: Connection,
  projectId: string,
): Promise<{ id: string; number: number; isNew: boolean } | undefined> {
  const approved = await markNewestRelease(trx, projectId, { from: ['pending', 'rejected'], to: 'approved' })
  const newest = await newestRelease(trx, projectId)
  if (newest?.status !== 'approved') return undefined
  return { id: newest.id, number: newest.number, isNew: approved !== undefined }
}

/** Rejects a project's newest release if it waits for a decision. What was approved and sold stays approved. */
export async function rejectNewestRelease(trx: Connection, projectId: string): Promise<void> {
  await markNewestRelease(trx, projectId, { from: ['pending'], to: 'rejected' })
}
