import { sql } from 'kysely'

import type { Connection } from '../database/connection.ts'

/** What is stored under a name, if anything is. */
export const settingAt = (connection: Connection, name: string) =>
  connection
    .selectFrom('settings')
    .select(['value', 'changedAt', 'changedBy'])
    .where('name', '=', name)
    .executeTakeFirst()

export async function storeSetting(trx: Connection, name: string, value: object, changedBy: string | null) {
  const changed = { value: JSON.stringify(value), changedBy, changedAt: sql<Date>`now()` }
  await trx
    .insertInto('settings')
    .values({ name, ...changed })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(changed))
    .execute()
}
