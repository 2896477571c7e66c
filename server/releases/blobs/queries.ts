import type { Insertable } from 'kysely'

import type { Connection, DB } from '../../database/connection.ts'

export type Blob = Insertable<DB['blobs']>

/** Whether these bytes are stored already. What was not seen for long is marked as seen, so that it is not swept meanwhile. */
export async function blobIsStored(connection: Connection, sha256: string): Promise<boolean> {
  const blob = await connection
    .selectFrom('blobs')
    .select('storedAt')
    .where('sha256', '=', sha256)
    .executeTakeFirst()
  if (!blob) return false
  if (Date.now() - blob.storedAt.getTime() < 12 * 3_600_000) return true
  const { numUpdatedRows } = await connection
    .updateTable('blobs')
    .set({ storedAt: new Date() })
    .where('sha256', '=', sha256)
    .executeTakeFirst()
  return numUpdatedRows > 0n
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
  const kept = new Set(inserted.map(({ key }) => key))
  return blobs.map(({ key }) => key).filter((key) => !kept.has(key))
}
