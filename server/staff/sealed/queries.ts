import { type Insertable, sql } from 'kysely'

import type { Connection } from '../../platform/database/connection.ts'
import type { DB } from '../../platform/database/tables.ts'

export const insertSealed = (trx: Connection, copy: Insertable<DB['sealedCopies']>) =>
  trx.insertInto('sealedCopies').values(copy).execute()

/** The copies about something, by its hash, the newest first; none whose end has passed. */
export const sealedAbout = (connection: Connection, hash: string) =>
  connection
    .selectFrom('sealedCopies')
    .selectAll()
    .where(sql<boolean>`about @> array[${hash}]`)
    .where('endsAt', '>', sql<Date>`now()`)
    .orderBy('madeAt', 'desc')
    .limit(20)
    .execute()

/** Deletes the copies whose end has passed. */
export const deleteOldSealed = (connection: Connection) =>
  connection
    .deleteFrom('sealedCopies')
    .where('endsAt', '<=', sql<Date>`now()`)
    .execute()
