import { sql } from 'kysely'

import type { Connection } from '../database/connection.ts'

/** The ids of what is wrong, by kind; see ledgerFaults. */
type Faults = Record<string, string[]>

/** Keeps what a check found in the place of the one before. */
export async function keepCheck(connection: Connection, faults: Faults): Promise<void> {
  const check = { checkedAt: sql<Date>`now()`, faults: JSON.stringify(faults) }
  await connection
    .insertInto('ledgerChecks')
    .values({ id: 1, ...check })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(check))
    .execute()
}

/** What the newest check of the ledger found, and when; undefined before the first. */
export async function lastLedgerCheck(
  connection: Connection,
): Promise<{ checkedAt: Date; isInOrder: boolean; faults: Faults } | undefined> {
  const check = await connection
    .selectFrom('ledgerChecks')
    .select(['checkedAt', 'faults'])
    .where('id', '=', 1)
    .executeTakeFirst()
  if (!check) return undefined
  const faults = check.faults as Faults
  return {
    checkedAt: check.checkedAt,
    faults,
    isInOrder: Object.values(faults).every(({ length }) => length === 0),
  }
}
