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
