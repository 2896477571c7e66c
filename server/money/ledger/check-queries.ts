import { type InsertObject, sql } from 'kysely'

import type { Connection } from '../../platform/database/connection.ts'
import type { DB } from '../../platform/database/tables.ts'

/** The ids of faulty rows by kind of fault; see ledgerFaults. */
export type Faults = Record<string, string[]>

/** Saves the result of a check in place of the previous one. */
export const keepCheck = (connection: Connection, faults: Faults): Promise<void> =>
  upsertCheck(connection, {
    checkedAt: sql<Date>`now()`,
    faults: JSON.stringify(faults),
    failedAt: null,
    failure: null,
  })

/** Saves why a check failed; the result of the last completed one stays. */
export const keepFailedCheck = (connection: Connection, failure: string): Promise<void> =>
  upsertCheck(connection, { failedAt: sql<Date>`now()`, failure })

async function upsertCheck(connection: Connection, check: Omit<InsertObject<DB, 'ledgerChecks'>, 'id'>) {
  await connection
    .insertInto('ledgerChecks')
    .values({ id: 1, ...check })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(check))
    .execute()
}

/** Sets the timeout of each statement of a transaction, in seconds, in place of the short one of requests. */
export async function allowLongStatements(trx: Connection, seconds: number): Promise<void> {
  await sql`select set_config('statement_timeout', ${`${seconds}s`}, true)`.execute(trx)
}
