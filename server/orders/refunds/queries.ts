import { type Insertable, type Selectable, sql } from 'kysely'

import type { Connection } from '../../platform/database/connection.ts'
import type { DB } from '../../platform/database/tables.ts'
import type { Followed } from '../../platform/payments/followed.ts'
import { isTakenBy } from '../stranded-queries.ts'

export type RefundRow = Selectable<DB['refunds']>

/** Notes money that is due to its payer; nothing when it was noted before. */
export const insertRefund = (trx: Connection, refund: Insertable<DB['refunds']>) =>
  trx
    .insertInto('refunds')
    .values(refund)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()

/** A bank decides about the payment, so nothing is returned beside that. */
const isDisputed = sql<boolean>`exists (select from disputes where disputes.gateway = refunds.gateway
  and disputes.gateway_payment_id = refunds.gateway_payment_id and settled_at is null)`

/** Refunds of what a gateway took that it is to be asked for now, those not asked for longest first. What is disputed waits. */
export const refundsToAsk = (connection: Connection, followed: Followed, max: number) =>
  connection
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.paymentId')
    .select('refunds.id')
    .where(isTakenBy(followed))
    .where('refunds.status', '<>', 'returned')
    .where('nextAskAt', '<=', sql<Date>`now()`)
    .where((refund) => refund.not(refund.and([refund('refunds.status', '=', 'due'), isDisputed])))
    .orderBy('nextAskAt')
    .limit(max)
    .execute()

/**
 * Reserves a refund for one caller to ask the gateway about; answers it as it was before. Undefined when another one does
 * that, or it is over. The claim of a process that dies ends after some seconds.
 */
export async function claimRefund(trx: Connection, id: string, seconds: number) {
  const refund = await lockRefund(trx, id)
  if (refund?.status === 'due' && (await isDueDisputed(trx, id))) return undefined
  const now = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(trx)
  if (!refund || refund.status === 'returned' || refund.nextAskAt > now.rows[0]!.now) return undefined
  await askAgain(trx, id, seconds)
  return refund
}

const isDueDisputed = async (trx: Connection, id: string) =>
  (await trx.selectFrom('refunds').select('id').where('id', '=', id).where(isDisputed).executeTakeFirst()) !==
  undefined

/** Locked: whoever notes what a gateway said comes alone. */
export const lockRefund = (trx: Connection, id: string) =>
  trx.selectFrom('refunds').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/** Counts that the gateway is asked, and when it may be asked again. */
const askAgain = (trx: Connection, id: string, seconds: number) =>
  trx
    .updateTable('refunds')
    .set({
      asked: sql<number>`asked + 1`,
      nextAskAt: sql<Date>`clock_timestamp() + make_interval(secs => ${seconds})`,
    })
    .where('id', '=', id)
    .execute()

/** Keeps why the gateway could not be asked; it is asked again after some seconds. */
export const noteFailure = (connection: Connection, id: string, lastFailure: string, seconds: number) =>
  connection
    .updateTable('refunds')
    .set({ lastFailure, nextAskAt: sql<Date>`clock_timestamp() + make_interval(secs => ${seconds})` })
    .where('id', '=', id)
    .where('status', '<>', 'returned')
    .execute()

export const markSent = (trx: Connection, id: string, gatewayRefundId: string, seconds: number) =>
  trx
    .updateTable('refunds')
    .set({
      status: 'sent',
      gatewayRefundId,
      lastFailure: null,
      nextAskAt: sql<Date>`clock_timestamp() + make_interval(secs => ${seconds})`,
    })
    .where('id', '=', id)
    .execute()

export const markReturned = (trx: Connection, id: string, gatewayRefundId: string) =>
  trx
    .updateTable('refunds')
    .set({ status: 'returned', gatewayRefundId, lastFailure: null, returnedAt: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()

/** What is due for one payment of a gateway and not begun there, locked. */
export const lockDueOf = (trx: Connection, gateway: string, gatewayPaymentId: string) =>
  trx
    .selectFrom('refunds')
    .select(['id', 'amountPaise'])
    .where('gateway', '=', gateway)
    .where('gatewayPaymentId', '=', gatewayPaymentId)
    .where('status', '=', 'due')
    .orderBy('id')
    .forUpdate()
    .execute()

export const markTakenByBank = (trx: Connection, id: string, disputeId: string) =>
  trx
    .updateTable('refunds')
    .set({ status: 'returned', disputeId, lastFailure: null, returnedAt: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()

/** The gateway gave up: the money is due again, under another key. */
export const beginRound = (trx: Connection, id: string, lastFailure: string, seconds: number) =>
  trx
    .updateTable('refunds')
    .set({
      status: 'due',
      gatewayRefundId: null,
      round: sql<number>`round + 1`,
      asked: 0,
      lastFailure,
      nextAskAt: sql<Date>`clock_timestamp() + make_interval(secs => ${seconds})`,
    })
    .where('id', '=', id)
    .execute()

/** How the money of these orders comes back, by order. */
export async function refundsOfOrders(connection: Connection, orderIds: string[]) {
  if (orderIds.length === 0) return new Map<string, RefundRow>()
  const rows = await connection.selectFrom('refunds').selectAll().where('orderId', 'in', orderIds).execute()
  return new Map(rows.map((row) => [row.orderId!, row]))
}
