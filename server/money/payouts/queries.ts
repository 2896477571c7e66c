import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'

import type { PageWindow } from '#contract/kit/paging.ts'
import { statusesBefore } from '#contract/kit/transitions.ts'
import {
  type PayoutActor,
  payoutTransitions,
  type PayoutStatus,
  statusesAfterExport,
} from '#contract/money/payouts.ts'

import type { Connection } from '../../platform/database/connection.ts'
import { pageOf } from '../../platform/database/paging.ts'
import type { DB } from '../../platform/database/tables.ts'

export type PayoutRow = Selectable<DB['payouts']>

export const payoutById = (connection: Connection, id: string): Promise<PayoutRow | undefined> =>
  connection.selectFrom('payouts').selectAll().where('id', '=', id).executeTakeFirst()

/** Locks a payout until the transaction ends: the file for the bank may be made at the same time. */
export const lockPayout = (trx: Connection, id: string): Promise<PayoutRow> =>
  trx.selectFrom('payouts').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()

export const payoutByNumber = (connection: Connection, number: number): Promise<PayoutRow | undefined> =>
  connection.selectFrom('payouts').selectAll().where('number', '=', number).executeTakeFirst()

export const insertPayout = (trx: Connection, payout: Insertable<DB['payouts']>): Promise<PayoutRow> =>
  trx.insertInto('payouts').values(payout).returningAll().executeTakeFirstOrThrow()

/** Changes the status of a payout if this party may do so from its present status; returns undefined otherwise. */
export function movePayout(
  trx: Connection,
  id: string,
  to: PayoutStatus,
  by: PayoutActor,
  changes: Updateable<DB['payouts']> = {},
): Promise<PayoutRow | undefined> {
  const from = statusesBefore(payoutTransitions, to, by)
  return trx
    .updateTable('payouts')
    .set({
      ...changes,
      status: to,
      ...(to === 'approved' && { approvedAt: sql<Date>`coalesce(approved_at, now())` }),
      ...(['paid', 'returned', 'declined', 'cancelled'].includes(to) && { endedAt: sql<Date>`now()` }),
    })
    .where('id', '=', id)
    .where('status', 'in', from)
    .$if(by === 'member', (query) => query.where('approvedAt', 'is', null))
    .$if(to === 'returned', (query) => query.where('exportedAt', 'is not', null))
    .$if(!statusesAfterExport.includes(to), (query) => query.where('exportedAt', 'is', null))
    .returningAll()
    .executeTakeFirst()
}

/** Records who reports that the bank returned a payout, and the note that they gave. */
export const recordReturnReport = (
  trx: Connection,
  id: string,
  { by, note }: { by: string; note: string },
): Promise<PayoutRow> =>
  trx
    .updateTable('payouts')
    .set({ returnReportedBy: by, returnReportedAt: sql<Date>`now()`, returnNote: note })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** Returns whether another payout that is sent by the same method has this reference. */
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

/** Sums a member's payouts in paise: requested and not debited from the balance yet, approved, and paid. */
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

/** A page of the payouts in one status: open ones oldest first, ended ones newest first. */
export const payoutsWithStatus = (connection: Connection, status: PayoutStatus, window: PageWindow) =>
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

/** The number of payouts in each status and their sum in paise. */
export const payoutCounts = (connection: Connection) =>
  connection
    .selectFrom('payouts')
    .select(['status', sql<number>`count(*)`.as('payouts'), sql<number>`sum(amount_paise)`.as('amountPaise')])
    .groupBy('status')
    .execute()

/** Records who says that the bank has to get a payout once more, and why. */
export const recordAgain = (
  trx: Connection,
  id: string,
  { by, note }: { by: string; note: string },
): Promise<PayoutRow> =>
  trx
    .updateTable('payouts')
    .set({ againBy: by, againNote: note })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** Puts a payout that is in a file for the bank into the next one too. */
export const confirmAgain = (
  trx: Connection,
  id: string,
  { by, note }: { by: string; note: string },
): Promise<PayoutRow> =>
  trx
    .updateTable('payouts')
    .set({
      againBy: sql<string>`coalesce(again_by, ${by})`,
      againNote: note,
      againConfirmedAt: sql<Date>`now()`,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** SQL condition: the payout waits for a file for the bank, its first or, confirmed by two of the staff, one more. */
const waitsForFile = sql<boolean>`status = 'approved' and return_reported_by is null
  and (exported_at is null or again_confirmed_at is not null)`

/**
 * Locks the oldest payouts of one method that wait for a file for the bank, at most `max`.
 * `approverId`: leaves out those that this member of staff approved.
 */
export const lockForFile = (
  trx: Connection,
  { disbursement, max, approverId }: { disbursement: string; max: number; approverId: string | undefined },
): Promise<PayoutRow[]> =>
  trx
    .selectFrom('payouts')
    .selectAll()
    .where(waitsForFile)
    .where('disbursement', '=', disbursement)
    .$if(approverId !== undefined, (query) =>
      query.where(sql<boolean>`approved_by is distinct from ${approverId}`),
    )
    .orderBy('requestedAt')
    .orderBy('number')
    .limit(max)
    .forUpdate()
    .execute()

/** Whether a payout waits for a file that this member of staff approved. */
export async function hasApproved(connection: Connection, staffId: string): Promise<boolean> {
  const found = await connection
    .selectFrom('payouts')
    .select('id')
    .where(waitsForFile)
    .where('approvedBy', '=', staffId)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Inserts what a member repaid and returns whether the bank's reference is new. */
export async function insertDebtRepayment(
  trx: Connection,
  repayment: Insertable<DB['debtRepayments']>,
): Promise<boolean> {
  const inserted = await trx
    .insertInto('debtRepayments')
    .values(repayment)
    .onConflict((conflict) => conflict.column('reference').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/**
 * Erases the destinations and notes of a member's ended payouts. Open payouts keep theirs until they end, because they
 * are still sent.
 */
export async function eraseEndedDestinations(trx: Connection, memberId: string): Promise<void> {
  await trx
    .updateTable('payouts')
    .set({
      destination: null,
      destinationMark: null,
      masked: '',
      note: null,
      returnNote: null,
      againNote: null,
    })
    .where('memberId', '=', memberId)
    .where('endedAt', 'is not', null)
    .execute()
}
