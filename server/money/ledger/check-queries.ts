import { type InsertObject, sql } from 'kysely'

import type { Connection } from '../../platform/database/connection.ts'
import type { DB } from '../../platform/database/tables.ts'

/** The ids of what is wrong, by kind; see ledgerFaults. */
type Faults = Record<string, string[]>

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

/** What is known of checking the ledger. */
export interface LastCheck {
  /** When a check last ended; null when none ever did. */
  checkedAt: Date | null
  /** What it found. */
  faults: Faults
  /** Why a later one did not end. */
  failure: string | null
  /** No check has ended for three hours, or the newest did not end. */
  isOverdue: boolean
}

/** What the newest check of the ledger found, and whether one is missing since; undefined in a new shop before the first. */
export async function lastLedgerCheck(connection: Connection): Promise<LastCheck | undefined> {
  const { rows } = await sql<LastCheck>`
    select checked_at, coalesce(faults, '{}') as faults, failure,
      failed_at is not null or checked_at is null or checked_at < now() - interval '3 hours' as is_overdue
    from (select 1 as id) one left join ledger_checks using (id)
    where ledger_checks.id is not null
      or exists (select from ledger_transactions where happened_at < now() - interval '3 hours')`.execute(
    connection,
  )
  return rows[0]
}

/** Gives each statement of a transaction so many seconds, instead of the few that a visitor would wait for. */
export async function allowLongStatements(trx: Connection, seconds: number): Promise<void> {
  await sql`select set_config('statement_timeout', ${`${seconds}s`}, true)`.execute(trx)
}

/** One sum over every transaction and entry there is, and how many entries; any change of any of them changes it. */
export async function ledgerHash(connection: Connection): Promise<{ entries: number; sha256: string }> {
  const { rows } = await sql<{ entries: number; sha256: string }>`
    with lines as (
      select transaction_id, count(*) as entries,
        string_agg(account || ' ' || amount_paise, E'\n' order by account, amount_paise) as text
      from ledger_entries group by transaction_id
    ), sums as (
      select id, coalesce(entries, 0) as entries,
        encode(sha256(convert_to(to_jsonb(transactions)::text || coalesce(text, ''), 'UTF8')), 'hex') as sha256
      from ledger_transactions transactions left join lines on transaction_id = id
    )
    select coalesce(sum(entries), 0)::int as entries,
      encode(sha256(convert_to(coalesce(string_agg(sha256, '' order by id), ''), 'UTF8')), 'hex') as sha256
    from sums`.execute(connection)
  return rows[0]!
}
