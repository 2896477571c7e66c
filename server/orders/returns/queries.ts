import { type Insertable, type Selectable, sql } from 'kysely'

import { statusesBefore } from '#contract/kit/transitions.ts'
import { refundTransitions } from '#contract/orders/refunds.ts'

import type { Connection } from '../../platform/database/connection.ts'
import type { DB } from '../../platform/database/tables.ts'
import type { ReachableGateway } from '../../platform/payments/reachable.ts'
import { isOfGateway } from '../unreachable-gateways-queries.ts'

export type RefundRow = Selectable<DB['refunds']>

/** Inserts a refund that is due to its payer; undefined when it exists. */
export const insertRefund = (trx: Connection, refund: Insertable<DB['refunds']>) =>
  trx
    .insertInto('refunds')
    .values(refund)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()

/** SQL condition: a bank decides a dispute about the payment, so we must not return the money as well. */
const isAboutDisputed = sql<boolean>`exists (select from disputes where disputes.gateway = refunds.gateway
  and disputes.gateway_payment_id = refunds.gateway_payment_id and settled_at is null)`

/**
 * The refunds of a gateway's payments that are to be requested or checked there now, the longest waiting first. Due
 * refunds of disputed payments are omitted.
 */
export const refundsToProcess = (connection: Connection, followed: ReachableGateway, max: number) =>
  connection
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.paymentId')
    .select(['refunds.id', 'refunds.gateway', 'refunds.gatewayPaymentId'])
    .where(isOfGateway(followed))
    .where('refunds.status', '<>', 'returned')
    .where('nextAskAt', '<=', sql<Date>`now()`)
    .where((refund) => refund.not(refund.and([refund('refunds.status', '=', 'due'), isAboutDisputed])))
    .orderBy('nextAskAt')
    .limit(max)
    .execute()

/**
 * Claims a refund for one caller, who then asks the gateway for it; returns its row from before the claim. Undefined
 * when another caller has a claim, the payment is disputed, or the refund is returned. A claim expires after `seconds`.
 */
export async function claimRefund(trx: Connection, id: string, seconds: number) {
  const refund = await lockRefund(trx, id)
  if (refund?.status === 'due' && (await isDueDisputed(trx, id))) return undefined
  const now = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(trx)
  if (!refund || refund.status === 'returned' || refund.nextAskAt > now.rows[0]!.now) return undefined
  await countRequest(trx, id, seconds)
  return refund
}

const isDueDisputed = async (trx: Connection, id: string) =>
  (await trx
    .selectFrom('refunds')
    .select('id')
    .where('id', '=', id)
    .where(isAboutDisputed)
    .executeTakeFirst()) !== undefined

/** A refund by its id. */
export const refundById = (connection: Connection, id: string) =>
  connection.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirst()

/** Locks a refund until the transaction ends, so that a gateway's reports about it are recorded one at a time. */
export const lockRefund = (trx: Connection, id: string) =>
  trx.selectFrom('refunds').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/** Counts a request to the gateway, and sets when the next one may be sent. */
const countRequest = (trx: Connection, id: string, seconds: number) =>
  trx
    .updateTable('refunds')
    .set({
      asked: sql<number>`asked + 1`,
      nextAskAt: sql<Date>`clock_timestamp() + make_interval(secs => ${seconds})`,
    })
    .where('id', '=', id)
    .execute()

/** Records why a request to the gateway failed; the next one may be sent after `seconds`. */
export const recordFailure = (connection: Connection, id: string, lastFailure: string, seconds: number) =>
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
    .where('status', 'in', statusesBefore(refundTransitions, 'returned', 'gateway'))
    .execute()

/**
 * Locks and returns the refunds of one payment of a gateway that are due and not begun there, those first for which it
 * was not asked yet. `openPaise`: the part that did not go back in another way. The gateway may have carried out one
 * for which it was `asked`.
 */
export const lockDueOf = (trx: Connection, gateway: string, gatewayPaymentId: string) =>
  trx
    .selectFrom('refunds')
    .select(['id', 'asked', sql<number>`amount_paise - covered_paise`.as('openPaise')])
    .where('gateway', '=', gateway)
    .where('gatewayPaymentId', '=', gatewayPaymentId)
    .where('status', '=', 'due')
    .orderBy(sql`least(asked, 1)`)
    .orderBy('id')
    .forUpdate()
    .execute()

/**
 * Records that a part of a due refund went back in another way; all of it makes the refund returned. Another
 * call to the gateway has another key, because it asks for less.
 */
export const addCover = (trx: Connection, id: string, { paise, isAll }: { paise: number; isAll: boolean }) =>
  trx
    .updateTable('refunds')
    .set({
      coveredPaise: sql<number>`covered_paise + ${paise}`,
      ...(isAll
        ? { status: 'returned', lastFailure: null, returnedAt: sql<Date>`now()` }
        : { round: sql<number>`round + least(asked, 1)`, asked: 0, nextAskAt: sql<Date>`now()` }),
    })
    .where('id', '=', id)
    .execute()

/** The sum of all refunds of a gateway's payment that we know of, whoever made them, in paise. */
export async function knownReturned(
  connection: Connection,
  gateway: string,
  gatewayPaymentId: string,
): Promise<number> {
  const { rows } = await sql<{ paise: number }>`
    select coalesce(sum(paise), 0) as paise from (
      select amount_paise - covered_paise as paise from refunds
        where gateway = ${gateway} and gateway_payment_id = ${gatewayPaymentId} and status in ('sent', 'returned') and dispute_id is null
      union all
      select amount_paise from gateway_refunds
        where gateway = ${gateway} and gateway_payment_id = ${gatewayPaymentId} and status = 'processed'
    ) known`.execute(connection)
  return rows[0]!.paise
}

/** Deletes refunds of the gateway's own pages that belong to no payment of ours and are too old for one to come. */
export async function deleteStrangeRefunds(connection: Connection): Promise<void> {
  await connection
    .deleteFrom('gatewayRefunds')
    .where('paymentId', 'is', null)
    .where('toldAt', '<', sql<Date>`now() - interval '40 days'`)
    .execute()
}

/** Records for all disputes about an order that it was refunded. */
export async function endRefundedOrder(trx: Connection, orderId: string): Promise<void> {
  await trx
    .updateTable('disputedOrders')
    .set({ outcome: 'refunded' })
    .where('orderId', '=', orderId)
    .where('outcome', 'is', null)
    .execute()
}

/** Makes a refund that failed at the gateway due again, under another key. */
export const restartRefund = (trx: Connection, id: string, lastFailure: string, seconds: number) =>
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

/** The refunds of these orders, by order. */
export async function refundsOfOrders(connection: Connection, orderIds: string[]) {
  if (orderIds.length === 0) return new Map<string, RefundRow>()
  const rows = await connection.selectFrom('refunds').selectAll().where('orderId', 'in', orderIds).execute()
  return new Map(rows.map((row) => [row.orderId!, row]))
}

/** Returns whether a bank has not decided yet about the payment of an order. */
export async function isDisputed(connection: Connection, orderId: string): Promise<boolean> {
  const dispute = await connection
    .selectFrom('disputedOrders')
    .innerJoin('disputes', 'disputes.id', 'disputeId')
    .select('orderId')
    .where('orderId', '=', orderId)
    .where('settledAt', 'is', null)
    .executeTakeFirst()
  return dispute !== undefined
}
