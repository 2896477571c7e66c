import { type Insertable } from 'kysely'

import type { Connection } from '../platform/database/connection.ts'
import type { DB } from '../platform/database/tables.ts'

/** Inserts an acceptance. */
export const insertAcceptance = (trx: Connection, acceptance: Insertable<DB['acceptances']>) =>
  trx.insertInto('acceptances').values(acceptance).execute()

/** Returns the version of the licence that was last given for a project; undefined for none. */
export async function newestLicence(connection: Connection, projectId: string): Promise<string | undefined> {
  const newest = await connection
    .selectFrom('acceptances')
    .select('version')
    .where('projectId', '=', projectId)
    .orderBy('acceptedAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  return newest?.version
}
