import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'

import { type PayoutMover, payoutMoves, type PayoutStatus } from '#contract/money/payouts.ts'
import type { PageWindow } from '#contract/paging.ts'

import type { Connection } from '../../platform/database/connection.ts'
import { pageOf } from '../../platform/database/paging.ts'
import type { DB } from '../../platform/database/tables.ts'

export type PayoutRow = Selectable<DB['payouts']>

export const payoutAt = (connection: Connection, id: string): Promise<PayoutRow | undefined> =>
  connection.selectFrom('payouts').selectAll().where('id', '=', id).executeTakeFirst()

export const payoutNumbered = (connection: Connection, number: number): Promise<PayoutRow | undefined> =>
  connection.selectFrom('payouts').selectAll().where('number', '=', number).executeTakeFirst()

export const insertPayout = (trx: Connection, payout: Insertable<DB['payouts']>): Promise<PayoutRow> =>
  trx.insertInto('payouts').values(payout).returningAll().executeTakeFirstOrThrow()

/** Brings a payout to another state if this party may from where it is; undefined otherwise. */
export function movePayout(
  trx: Connection,
  id: string,
  to: PayoutStatus,
  by: PayoutMover,
  changes: Updateable<DB['payouts']> = {},
): Promise<PayoutRow | undefined> {
  const from = (Object.keys(payoutMoves) as PayoutStatus[]).filter((status) =>
    payoutMoves[status][to]?.includes(by),
  )
  return trx
    .updateTable('payouts')
    .set({
      ...changes,
      status: to,
      ...(to === 'approved' && { approvedAt: sql<Date>`coalesce(approved_at, now())` }),
      ...(['paid', 'declined', 'cancelled'].includes(to) && { endedAt: sql<Date>`now()` }),
    })
    .where('id', '=', id)
    .where('status', 'in', from)
    .$if(by === 'member', (query) => query.where('approvedAt', 'is', null))
    .returningAll()
    .executeTakeFirst()
}

/** Whether another payout, sent the same way, has this reference. */
export async function isReferenceTaken(
  trx: Connection,
  { id, disbursement }: Pick<PayoutRow, 'id' | 'disbursement'>,
  reference: string,
): Promise<boolean> {
  const other = await trx
    .selectFrom('payouts')
    .select('id')
    .where('disbursement', '=', disbursement)
    .where('reference', '=', reference)
    .where('id', '<>', id)
    .executeTakeFirst()
  return other !== undefined
}

/** A member's payouts in paise: asked for and not taken off the balance yet, on their way, and paid. */
export async function payoutSums(connection: Connection, memberId: string) {
  const open = sql`ended_at is null`
  return connection
    .selectFrom('payouts')
    .select([
      sql<number>`coalesce(sum(amount_paise) filter (where ${open} and approved_at is null), 0)`.as(
        'requested',
      ),
      sql<number>`coalesce(sum(amount_paise) filter (where ${open} and approved_at is not null), 0)`.as(
        'approved',
      ),
      sql<number>`coalesce(sum(amount_paise) filter (where status = 'paid'), 0)`.as('paid'),
    ])
    .where('memberId', '=', memberId)
    .executeTakeFirstOrThrow()
}

/** A page of a member's payouts, newest first. */
export const payoutsOf = (connection: Connection, memberId: string, window: PageWindow) =>
  pageOf(
    connection,
    connection
      .selectFrom('payouts')
      .selectAll()
      .where('memberId', '=', memberId)
      .orderBy('requestedAt', 'desc')
      .orderBy('number', 'desc'),
    window,
  )

/** A page of the payouts in one state: those that are open oldest first, those that ended newest first. */
export const payoutsIn = (connection: Connection, status: PayoutStatus, window: PageWindow) =>
  pageOf(
    connection,
    connection
      .selectFrom('payouts')
      .selectAll()
      .where('status', '=', status)
      .orderBy('endedAt', 'desc')
      .orderBy('requestedAt')
      .orderBy('number'),
    window,
  )

/** How many payouts are in each state, and how much money in paise. */
export const payoutCounts = (connection: Connection) =>
  connection
    .selectFrom('payouts')
    .select(['status', sql<number>`count(*)`.as('payouts'), sql<number>`sum(amount_paise)`.as('amountPaise')])
    .groupBy('status')
    .execute()

/** Notes that approved payouts, sent in one way, are written into a file for the bank, the oldest first, and answers them. `new`: those that were in none. */
export async function markExported(
  trx: Connection,
  disbursement: string,
  which: 'new' | 'all',
  max: number,
): Promise<PayoutRow[]> {
  const chosen = trx
    .selectFrom('payouts')
    .select('id')
    .where('status', '=', 'approved')
    .where('disbursement', '=', disbursement)
    .$if(which === 'new', (query) => query.where('exportedAt', 'is', null))
    .orderBy('requestedAt')
    .orderBy('number')
    .limit(max)
    .forUpdate()
  const rows = await trx
    .updateTable('payouts')
    .set({ exportedAt: sql<Date>`now()` })
    .where('id', 'in', chosen)
    .returningAll()
    .execute()
  return rows.toSorted((one, other) => one.number - other.number)
}

/** Erases where a member's ended payouts went and what was noted about them. Of those that are open it stays until they end: they are still sent. */
export async function eraseEndedDestinations(trx: Connection, memberId: string): Promise<void> {
  await trx
    .updateTable('payouts')
    .set({ destination: null, masked: '', note: null })
    .where('memberId', '=', memberId)
    .where('endedAt', 'is not', null)
    .execute()
}
