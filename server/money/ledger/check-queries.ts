import { type InsertObject, sql } from 'kysely'

import type { Connection } from '../../platform/database/connection.ts'
import type { DB } from '../../platform/database/tables.ts'

/** The ids of what is wrong, by kind; see ledgerFaults. */
export type Faults = Record<string, string[]>

/** Keeps what a check found in the place of the one before. */
export const keepCheck = (connection: Connection, faults: Faults): Promise<void> =>
  keep(connection, {
    checkedAt: sql<Date>`now()`,
    faults: JSON.stringify(faults),
    failedAt: null,
    failure: null,
  })

/** Keeps that a check did not end, and why, beside what the one before found. */
export const keepFailedCheck = (connection: Connection, failure: string): Promise<void> =>
  keep(connection, { failedAt: sql<Date>`now()`, failure })

async function keep(connection: Connection, check: Omit<InsertObject<DB, 'ledgerChecks'>, 'id'>) {
  await connection
    .insertInto('ledgerChecks')
    .values({ id: 1, ...check })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(check))
    .execute()
}

/** Gives each statement of a transaction so many seconds, instead of the few that a visitor would wait for. */
export async function allowLongStatements(trx: Connection, seconds: number): Promise<void> {
  await sql`select set_config('statement_timeout', ${`${seconds}s`}, true)`.execute(trx)
}
