import { sql } from 'kysely'

import type { Connection } from '../../platform/database/connection.ts'

/** What is stored under a name, if anything is. */
export const settingAt = (connection: Connection, name: string) =>
  connection
    .selectFrom('settings')
    .select(['value', 'version', 'changedAt', 'changedBy'])
    .where('name', '=', name)
    .executeTakeFirst()

/** What is stored under each of some names. */
export const valuesAt = (connection: Connection, names: readonly string[]) =>
  connection.selectFrom('settings').select(['name', 'value']).where('name', 'in', names).execute()

/** Stores a value under a name as its next version. With `edited`, only when that is the version there is (0: none); answers whether it was. */
export async function storeSetting(
  trx: Connection,
  name: string,
  value: object,
  changedBy: string | null,
  edited?: number,
): Promise<boolean> {
  const changed = { value: JSON.stringify(value), changedBy, changedAt: sql<Date>`now()` }
  const stored = await trx
    .insertInto('settings')
    .values({ name, ...changed })
    .onConflict((conflict) => {
      const update = conflict
        .column('name')
        .doUpdateSet({ ...changed, version: sql<number>`settings.version + 1` })
      return edited === undefined ? update : update.where('settings.version', '=', edited)
    })
    .returning('name')
    .executeTakeFirst()
  return stored !== undefined
}
