import { type Selectable, sql } from 'kysely'

import type { Connection, DB } from '../database/connection.ts'

export type TaxIdsRow = Selectable<DB['taxIds']>

export const taxIdsAt = (connection: Connection, memberId: string) =>
  connection.selectFrom('taxIds').selectAll().where('memberId', '=', memberId).executeTakeFirst()

export const storeTaxIds = (
  connection: Connection,
  memberId: string,
  ids: Pick<TaxIdsRow, 'pan' | 'gstin'>,
) =>
  connection
    .insertInto('taxIds')
    .values({ memberId, ...ids })
    .onConflict((conflict) =>
      conflict.column('memberId').doUpdateSet({ ...ids, changedAt: sql<Date>`now()` }),
    )
    .execute()

export const deleteTaxIds = (connection: Connection, memberId: string) =>
  connection.deleteFrom('taxIds').where('memberId', '=', memberId).execute()
