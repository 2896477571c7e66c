import type { Insertable, Selectable } from 'kysely'

import type { Connection, DB } from '../database/connection.ts'

export async function insertBackup(connection: Connection, backup: Insertable<DB['backups']>): Promise<void> {
  await connection
    .insertInto('backups')
    .values(backup)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The newest finished backup; undefined when there never was one. */
export const lastBackup = (connection: Connection): Promise<Selectable<DB['backups']> | undefined> =>
  connection.selectFrom('backups').selectAll().orderBy('madeAt', 'desc').limit(1).executeTakeFirst()
