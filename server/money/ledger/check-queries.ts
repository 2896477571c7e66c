import { type InsertObject, sql } from 'kysely'

import type { Connection } from '../../platform/database/connection.ts'
import type { DB } from '../../platform/database/tables.ts'
import { found } from './posting-queries.ts'

/** The ids of faulty rows by kind of fault; see ledgerFaults. */
export type Faults = Record<string, string[]>

/** Saves the result of a check in place of the previous one. */
export const saveCheck = (connection: Connection, faults: Faults): Promise<void> =>
  upsertCheck(connection, {
    checkedAt: sql<Date>`now()`,
    faults: JSON.stringify(faults),
    failedAt: null,
    failure: null,
  })

/** Saves why a check failed; the result of the last completed one stays. */
export const saveFailedCheck = (connection: Connection, failure: string): Promise<void> =>
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

/**
 * Finds captures of which more went back than came: by refunds of ours, made or due, on the gateway's own pages, and to
 * banks. What banks and the gateway's pages took when nothing was left is not counted: nobody could prevent it.
 */
export const findOverreturned = (connection: Connection) =>
  found(
    connection,
    sql`
      with captures as (
        select gateway, gateway_payment_id, coalesce(received_paise, amount_paise) as paise from payments
          where status in ('captured', 'held') and gateway_payment_id is not null
        union all
        select gateway, gateway_payment_id, amount_paise from refunds where cause = 'paid_twice'
        union all
        select gateway, gateway_payment_id, paise from capture_excess
      ), gone as (
        select gateway, gateway_payment_id, amount_paise - covered_paise as paise from refunds where dispute_id is null
        union all
        select gateway, gateway_payment_id, amount_paise from gateway_refunds where payment_id is not null
        union all
        select gateway, gateway_payment_id, deducted_paise from disputes where settled_at is not null
      ), came as (
        select gateway, gateway_payment_id, sum(paise) as paise from captures group by 1, 2
      ), went as (
        select gateway, gateway_payment_id, sum(paise) as paise from gone group by 1, 2
      )
      select 'capture ' || gateway_payment_id as id from came join went using (gateway, gateway_payment_id)
      where went.paise > came.paise`,
  )
