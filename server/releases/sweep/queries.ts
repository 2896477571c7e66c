import { sql } from 'kysely'

import type { Connection } from '../../database/connection.ts'

/** Forgets uploads that nobody has touched for a day. */
export async function closeStaleUploads(connection: Connection) {
  await connection
    .deleteFrom('uploads')
    .where('touchedAt', '<', sql<Date>`now() - interval '1 day'`)
    .execute()
}

/** Forgets blobs that nothing refers to and that no upload has brought for a day. Answers their keys. */
export async function forgetUnusedBlobs(connection: Connection): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    delete from blobs
    where stored_at < now() - interval '1 day'
      and not exists (select from upload_files where upload_files.sha256 = blobs.sha256)
      and not exists (select from release_files where release_files.sha256 = blobs.sha256)
    returning key`.execute(connection)
  return rows.map(({ key }) => key)
}

/** Those of some keys that a blob refers to. */
export const keysOfBlobs = async (connection: Connection, keys: string[]) =>
  new Set(
    (await connection.selectFrom('blobs').select('key').where('key', 'in', keys).execute()).map(
      ({ key }) => key,
    ),
  )

/** Those of some keys that a report refers to. */
export const keysOfReports = async (connection: Connection, keys: string[]) =>
  new Set(
    (await connection.selectFrom('reports').select('key').where('key', 'in', keys).execute()).map(
      ({ key }) => key,
    ),
  )

/** Those of some ids that belong to a release. */
export const existingReleases = async (connection: Connection, ids: string[]) =>
  new Set(
    (await connection.selectFrom('releases').select('id').where('id', 'in', ids).execute()).map(
      ({ id }) => id,
    ),
  )

/** Those of some ids that belong to an image. */
export const existingImages = async (connection: Connection, ids: string[]) =>
  new Set(
    (await connection.selectFrom('projectImages').select('id').where('id', 'in', ids).execute()).map(
      ({ id }) => id,
    ),
  )
