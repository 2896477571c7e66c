import type { OpenUpload } from '#contract/files/uploads.ts'

import type { Found } from '../../database/connection.ts'
import type { openUpload } from './queries.ts'

type UploadRow = Found<typeof openUpload>

/** An open upload with what has arrived of it. */
export const toOpenUpload = (
  { id, totalChunks, startedAt, touchedAt }: UploadRow,
  arrived: Pick<OpenUpload, 'fileCount' | 'totalFileSize' | 'chunks'>,
): OpenUpload => ({
  uploadId: id,
  totalChunks,
  startedAt: startedAt.toISOString(),
  touchedAt: touchedAt.toISOString(),
  ...arrived,
})
