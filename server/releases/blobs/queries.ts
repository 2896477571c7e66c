import type { Insertable } from 'kysely'

import type { Connection, DB } from '../../database/connection.ts'

export type Blob = Insertable<DB['blobs']>

/** Which of some hashes are stored already. What was not seen for long is marked as seen, so that it is not swept meanwhile. */
export async function storedAmong(connection: Connection, hashes: string[]): Promise<Set<string>> {
  const blobs = await connection
    .selectFrom('blobs')
    .select(['sha256', 'storedAt'])
    .where('sha256', 'in', hashes)
    .execute()
  const recently = Date.now() - 12 * 3_600_000
  const isRecent = ({ storedAt }: (typeof blobs)[number]) => storedAt.getTime() > recently
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

/** Records blobs whose bytes are stored. Answers the keys of those that were not needed, because someone else was quicker. */
export async function insertBlobs(connection: Connection, blobs: Blob[]): Promise<string[]> {
  if (blobs.length === 0) return []
  const inserted = await connection
    .insertInto('blobs')
    // One order for everybody: two uploads of the same files must not wait for each other.
    .values(blobs.toSorted((one, other) => (one.sha256 < other.sha256 ? -1 : 1)))
    .onConflict((conflict) => conflict.column('sha256').doNothing())
    .returning('key')
    .execute()
  const newKeys = new Set(inserted.map(({ key }) => key))
  return blobs.map(({ key }) => key).filter((key) => !newKeys.has(key))
}

/** The files of a release with where their bytes are; without lines are those that are no text. */
export const blobsOfRelease = (connection: Connection, releaseId: string) =>
  connection
    .selectFrom('releaseFiles')
    .innerJoin('blobs', 'blobs.sha256', 'releaseFiles.sha256')
    .select(['releaseFiles.path', 'releaseFiles.size', 'blobs.sha256', 'blobs.key', 'blobs.lines'])
    .where('releaseFiles.releaseId', '=', releaseId)
    .orderBy('releaseFiles.place')
    .execute()
