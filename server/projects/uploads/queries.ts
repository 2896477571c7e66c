import { type Insertable, sql } from 'kysely'

import type { Connection } from '../../platform/database/connection.ts'
import type { DB } from '../../platform/database/tables.ts'

/** The project's open upload. */
export const openUpload = (connection: Connection, projectId: string) =>
  connection.selectFrom('uploads').selectAll().where('projectId', '=', projectId).executeTakeFirst()

/** Opens an upload in place of the open one, which is deleted with its chunks. */
export async function replaceUpload(connection: Connection, upload: Insertable<DB['uploads']>) {
  await deleteUpload(connection, upload.projectId)
  await connection.insertInto('uploads').values(upload).execute()
}

/** Deletes the project's open upload, or only the one with this id. */
export async function deleteUpload(connection: Connection, projectId: string, uploadId?: string) {
  await connection
    .deleteFrom('uploads')
    .where('projectId', '=', projectId)
    .$if(uploadId !== undefined, (deletion) => deletion.where('id', '=', uploadId!))
    .execute()
}

export async function touchUpload(connection: Connection, uploadId: string) {
  await connection.updateTable('uploads').set({ touchedAt: new Date() }).where('id', '=', uploadId).execute()
}

/** The hash of a chunk's files; null when some of them failed. */
export const chunkHash = async (connection: Connection, uploadId: string, chunkIndex: number) =>
  (
    await connection
      .selectFrom('uploadChunks')
      .select('contentHash')
      .where('uploadId', '=', uploadId)
      .where('chunkIndex', '=', chunkIndex)
      .executeTakeFirst()
  )?.contentHash

/** The chunks of an upload that arrived without a failed file, each with the hash of its files. */
export const chunksOfUpload = (connection: Connection, uploadId: string) =>
  connection
    .selectFrom('uploadChunks')
    .select('chunkIndex as index')
    .select((chunk) => chunk.ref('contentHash').$notNull().as('contentHash'))
    .where('uploadId', '=', uploadId)
    .where('contentHash', 'is not', null)
    .orderBy('chunkIndex')
    .execute()

/** A stored file of a chunk. */
export interface ChunkFile {
  path: string
  sha256: string
  size: number
}

/** Saves a chunk in place of an earlier one with the same index. */
export async function saveChunk(
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

/** The files of a chunk. */
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

/** The number of files, bytes and chunks of an upload so far. */
export const uploadTotals = (connection: Connection, uploadId: string) =>
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
