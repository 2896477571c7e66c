import { type Insertable, sql } from 'kysely'

import type { Connection } from '../../platform/database/connection.ts'
import type { DB } from '../../platform/database/tables.ts'

export type Blob = Insertable<DB['blobs']>

/**
 * Those of some hashes whose bytes are stored. Renews the time of those stored over 12 hours ago, so that the sweep
 * does not delete them meanwhile.
 */
export async function storedAmong(connection: Connection, hashes: string[]): Promise<Set<string>> {
  const blobs = await connection
    .selectFrom('blobs')
    .select(['sha256', 'storedAt'])
    .where('sha256', 'in', hashes)
    .execute()
  const cutoff = Date.now() - 12 * 3_600_000
  const isRecent = ({ storedAt }: (typeof blobs)[number]) => storedAt.getTime() > cutoff
  const known = new Set(blobs.filter(isRecent).map(({ sha256 }) => sha256))
  const old = blobs.filter((blob) => !isRecent(blob)).map(({ sha256 }) => sha256)
  if (old.length === 0) return known
  const seen = await connection
    .updateTable('blobs')
    .set({ storedAt: new Date() })
    .where('sha256', 'in', old)
    .returning('sha256')
    .execute()
  for (const { sha256 } of seen) known.add(sha256)
  return known
}

/**
 * Inserts blobs whose bytes are stored. Answers the keys of those not needed, because a concurrent upload inserted the
 * same bytes first.
 */
export async function insertBlobs(connection: Connection, blobs: Blob[]): Promise<string[]> {
  if (blobs.length === 0) return []
  const inserted = await connection
    .insertInto('blobs')
    // Sorted, so that two uploads of the same files do not deadlock.
    .values(blobs.toSorted((one, other) => (one.sha256 < other.sha256 ? -1 : 1)))
    .onConflict((conflict) => conflict.column('sha256').doNothing())
    .returning('key')
    .execute()
  const newKeys = new Set(inserted.map(({ key }) => key))
  return blobs.map(({ key }) => key).filter((key) => !newKeys.has(key))
}

/** The files of a release with the keys of their blobs; `lines` is null for binary files. */
export const blobsOfRelease = (connection: Connection, releaseId: string) =>
  connection
    .selectFrom('releaseFiles')
    .innerJoin('blobs', 'blobs.sha256', 'releaseFiles.sha256')
    .select(['releaseFiles.path', 'releaseFiles.size', 'blobs.sha256', 'blobs.key', 'blobs.lines'])
    .where('releaseFiles.releaseId', '=', releaseId)
    .orderBy('releaseFiles.place')
    .execute()

/** Deletes uploads that nobody has touched for a day. */
export async function deleteStaleUploads(connection: Connection) {
  await connection
    .deleteFrom('uploads')
    .where('touchedAt', '<', sql<Date>`now() - interval '1 day'`)
    .execute()
}

/** Deletes blobs that nothing refers to and no upload has used for a day. Answers their keys. */
export async function deleteUnusedBlobs(connection: Connection): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    delete from blobs
    where stored_at < now() - interval '1 day'
      and not exists (select from upload_files where upload_files.sha256 = blobs.sha256)
      and not exists (select from release_files where release_files.sha256 = blobs.sha256)
    returning key`.execute(connection)
  return rows.map(({ key }) => key)
}

/** Those of some keys that a blob refers to. */
export const existingBlobKeys = async (connection: Connection, keys: string[]) =>
  new Set(
    (await connection.selectFrom('blobs').select('key').where('key', 'in', keys).execute()).map(
      ({ key }) => key,
    ),
  )

/** Those of some keys that a report refers to. */
export const existingReportKeys = async (connection: Connection, keys: string[]) =>
  new Set(
    (await connection.selectFrom('reports').select('key').where('key', 'in', keys).execute()).map(
      ({ key }) => key,
    ),
  )

/** Those of some ids that belong to a release with a stored archive. */
export const releasesWithArchive = async (connection: Connection, ids: string[]) =>
  new Set(
    (
      await connection
        .selectFrom('releases')
        .select('id')
        .where('id', 'in', ids)
        .where('archiveSha256', 'is not', null)
        .execute()
    ).map(({ id }) => id),
  )

/** Those of some ids that belong to an image of a project, in its record or not. */
export const existingImages = async (connection: Connection, ids: string[]) =>
  new Set(
    (
      await connection
        .selectFrom('projectImages')
        .select('id')
        .where('id', 'in', ids)
        .unionAll((unlisted) =>
          unlisted
            .selectFrom('unlistedImages')
            .innerJoin('projects', 'projects.id', 'projectId')
            .select('unlistedImages.id')
            .where('unlistedImages.id', 'in', ids)
            // A process of the release before erases a project and not these.
            .where('deletedAt', 'is', null),
        )
        .execute()
    ).map(({ id }) => id),
  )
