import { type Insertable, sql } from 'kysely'

import type { Connection } from '../../platform/database/connection.ts'
import type { DB } from '../../platform/database/tables.ts'

/** The project's open upload. */
export const openUpload = (connection: Connection, projectId: string) =>
  connection.selectFrom('uploads').selectAll().where('projectId', '=', projectId).executeTakeFirst()

/** Opens an upload in place of the one that is open, whose chunks are forgotten. */
export async function replaceUpload(connection: Connection, upload: Insertable<DB['uploads']>) {
  await closeUpload(connection, upload.projectId)
  await connection.insertInto('uploads').values(upload).execute()
}

/** Forgets the project's open upload, or only the one named. */
export async function closeUpload(connection: Connection, projectId: string, uploadId?: string) {
  await connection
    .deleteFrom('uploads')
    .where('projectId', '=', projectId)
    .$if(uploadId !== undefined, (deletion) => deletion.where('id', '=', uploadId!))
    .execute()
}

export async function touchUpload(connection: Connection, uploadId: string) {
  await connection.updateTable('uploads').set({ touchedAt: new Date() }).where('id', '=', uploadId).execute()
}

/** What a chunk holds, as one hash; null when some of its files failed. */
export const chunkHash = async (connection: Connection, uploadId: string, chunkIndex: number) =>
  (
    await connection
      .selectFrom('uploadChunks')
      .select('contentHash')
      .where('uploadId', '=', uploadId)
      .where('chunkIndex', '=', chunkIndex)
      .executeTakeFirst()
  )?.contentHash

/** The chunks of an upload that have arrived without a failed file, each with the hash of what it holds. */
export const chunksOfUpload = (connection: Connection, uploadId: string) =>
  connection
    .selectFrom('uploadChunks')
    .select('chunkIndex as index')
    .select((chunk) => chunk.ref('contentHash').$notNull().as('contentHash'))
    .where('uploadId', '=', uploadId)
    .where('contentHash', 'is not', null)
    .orderBy('chunkIndex')
    .execute()

/** A file of a chunk, stored. */
export interface ChunkFile {
  path: string
  sha256: string
  size: number
}

/** Records a chunk in place of what was received for it before. */
export async function writeChunk(
  connection: Connection,
  chunk: { uploadId: string; chunkIndex: number; contentHash: string | null },
  files: ChunkFile[],
) {
  const { uploadId, chunkIndex } = chunk
  await connection
    .deleteFrom('uploadFiles')
    .where('uploadId', '=', uploadId)
    .where('chunkIndex', '=', chunkIndex)
    .execute()
  await connection
    .insertInto('uploadChunks')
    .values(chunk)
    .onConflict((conflict) =>
      conflict.columns(['uploadId', 'chunkIndex']).doUpdateSet({ contentHash: chunk.contentHash }),
    )
    .execute()
  if (files.length === 0) return
  await connection
    .insertInto('uploadFiles')
    .values(files.map(({ path, sha256, size }) => ({ uploadId, chunkIndex, path, sha256, size })))
    .execute()
}

/** What a chunk holds. */
export const filesOfChunk = (
  connection: Connection,
  uploadId: string,
  chunkIndex: number,
): Promise<ChunkFile[]> =>
  connection
    .selectFrom('uploadFiles')
    .select(['path', 'sha256', 'size'])
    .where('uploadId', '=', uploadId)
    .where('chunkIndex', '=', chunkIndex)
    .execute()

/** Files and bytes of an upload so far, and how many of its chunks are there. */
export const receivedSoFar = (connection: Connection, uploadId: string) =>
  connection
    .selectFrom('uploadFiles')
    .select((read) => [
      read.fn.countAll<number>().as('fileCount'),
      sql<number>`coalesce(sum(size), 0)`.as('totalFileSize'),
      sql<number>`(select count(*) from upload_chunks where upload_id = ${uploadId})`.as('chunks'),
    ])
    .where('uploadId', '=', uploadId)
    .executeTakeFirstOrThrow()

/** Every file of an upload, by path. */
export const filesOfUpload = (connection: Connection, uploadId: string): Promise<ChunkFile[]> =>
  connection
    .selectFrom('uploadFiles')
    .select(['path', 'sha256', 'size'])
    .where('uploadId', '=', uploadId)
    .orderBy('path')
    .orderBy('chunkIndex')
    .execute()
