import type { OpenUpload } from '#contract/projects/releases.ts'

import type { Database, Found } from '../../platform/database/connection.ts'
import { ownProject } from '../access.ts'
import { chunksOfUpload, deleteUpload, openUpload, uploadTotals } from './queries.ts'

/** The state of the project's open upload; null without one. Throws not_found for a project that is not the owner's. */
export async function stateOfUpload(
  db: Database,
  ownerId: string,
  projectId: string,
): Promise<OpenUpload | null> {
  // One snapshot for both queries, because chunks may arrive in between.
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      await ownProject(trx, ownerId, projectId)
      const upload = await openUpload(trx, projectId)
      if (!upload) return null
      const { fileCount, totalFileSize } = await uploadTotals(trx, upload.id)
      return toOpenUpload(upload, {
        fileCount,
        totalFileSize,
        chunks: await chunksOfUpload(trx, upload.id),
      })
    })
}

/**
 * Deletes the project's open upload, or only the one with this id; does nothing without one. The sweep deletes what was
 * stored for it.
 */
export const discardUpload = (
  db: Database,
  ownerId: string,
  projectId: string,
  uploadId?: string,
): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await ownProject(trx, ownerId, projectId, { lock: true })
    await deleteUpload(trx, projectId, uploadId)
  })

type UploadRow = Found<typeof openUpload>

/** An open upload with its progress. */
const toOpenUpload = (
  { id, totalChunks, startedAt, touchedAt }: UploadRow,
  arrived: Pick<OpenUpload, 'fileCount' | 'totalFileSize' | 'chunks'>,
): OpenUpload => ({
  uploadId: id,
  totalChunks,
  startedAt: startedAt.toISOString(),
  touchedAt: touchedAt.toISOString(),
  ...arrived,
})
