import { sql } from 'kysely'

import type { Connection } from '../../platform/database/connection.ts'

/** Returns the stored value of a section with its version and last change, or undefined. */
export const settingAt = (connection: Connection, name: string) =>
  connection
    .selectFrom('settings')
    .select(['value', 'version', 'changedAt', 'changedBy'])
    .where('name', '=', name)
    .executeTakeFirst()

/** Returns the stored values of some sections. */
export const valuesAt = (connection: Connection, names: readonly string[]) =>
  connection.selectFrom('settings').select(['name', 'value']).where('name', 'in', names).execute()

/**
 * Saves a value as the next version of a section. With `edited`, only when that is the current version (0 for none).
 * Returns whether it was saved.
 */
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
