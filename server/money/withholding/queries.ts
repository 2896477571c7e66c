import { type Selectable, sql } from 'kysely'

import type { Connection } from '../../platform/database/connection.ts'
import type { DB } from '../../platform/database/tables.ts'

export type TaxIdsRow = Selectable<DB['taxIds']>

export const taxIdsAt = (connection: Connection, memberId: string) =>
  connection.selectFrom('taxIds').selectAll().where('memberId', '=', memberId).executeTakeFirst()

export const storeTaxIds = (
  connection: Connection,
  memberId: string,
  ids: Pick<TaxIdsRow, 'pan' | 'panHolder' | 'gstin'>,
) =>
  connection
    .insertInto('taxIds')
    .values({ memberId, ...ids })
    .onConflict((conflict) =>
      conflict.column('memberId').doUpdateSet({ ...ids, changedAt: sql<Date>`now()` }),
    )
    .execute()

/** Locks these owners until the transaction ends, so that one transaction at a time sums their sales. */
export async function lockOwners(trx: Connection, ownerIds: string[]): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(hashtextextended('tds:' || id, 0))
    from (select distinct id from unnest(${ownerIds}::text[]) id order by id) owners`.execute(trx)
}

export const deleteTaxIds = (connection: Connection, memberId: string) =>
  connection.deleteFrom('taxIds').where('memberId', '=', memberId).execute()
