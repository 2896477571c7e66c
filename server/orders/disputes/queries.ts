import type { Insertable, Selectable, Updateable } from 'kysely'

import type { PageWindow } from '#contract/kit/paging.ts'

import type { Connection } from '../../platform/database/connection.ts'
import { pageOf } from '../../platform/database/paging.ts'
import type { DB } from '../../platform/database/tables.ts'

export type DisputeRow = Selectable<DB['disputes']>

/** Inserts a dispute unless it is known; returns whether it was new. */
export async function insertDispute(trx: Connection, dispute: Insertable<DB['disputes']>): Promise<boolean> {
  const inserted = await trx
    .insertInto('disputes')
    .values(dispute)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** A dispute by its id at the gateway. */
export const disputeOf = (
  connection: Connection,
  gateway: string,
  gatewayDisputeId: string,
): Promise<DisputeRow> =>
  connection
    .selectFrom('disputes')
    .selectAll()
    .where('gateway', '=', gateway)
    .where('gatewayDisputeId', '=', gatewayDisputeId)
    .executeTakeFirstOrThrow()

export const updateDispute = (
  trx: Connection,
  id: string,
  changes: Updateable<DB['disputes']>,
): Promise<DisputeRow> =>
  trx.updateTable('disputes').set(changes).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

/** The known ones among these disputes, by their ids at the gateway. */
export async function disputesByGatewayId(
  connection: Connection,
  gateway: string,
  gatewayDisputeIds: string[],
): Promise<Map<string, DisputeRow>> {
  if (gatewayDisputeIds.length === 0) return new Map()
  const rows = await connection
    .selectFrom('disputes')
    .selectAll()
    .where('gateway', '=', gateway)
    .where('gatewayDisputeId', 'in', gatewayDisputeIds)
    .execute()
  return new Map(rows.map((row) => [row.gatewayDisputeId, row]))
}

/** The payments about which a dispute is not settled, those with the earliest response deadline first. */
export const paymentsInDispute = (connection: Connection, max: number) =>
  connection
    .selectFrom('disputes')
    .select(['gateway', 'gatewayPaymentId'])
    .where('settledAt', 'is', null)
    .groupBy(['gateway', 'gatewayPaymentId'])
    .orderBy((dispute) => dispute.fn.min('respondBy'))
    .orderBy('gatewayPaymentId')
    .limit(max)
    .execute()

/** The disputes about a payment that are not settled, the oldest first. */
export const unsettledAbout = (connection: Connection, gateway: string, gatewayPaymentId: string) =>
  connection
    .selectFrom('disputes')
    .selectAll()
    .where('gateway', '=', gateway)
    .where('gatewayPaymentId', '=', gatewayPaymentId)
    .where('settledAt', 'is', null)
    .orderBy('openedAt')
    .orderBy('id')
    .execute()

/** Records that a dispute freezes an order's credits; returns false when it already did. */
export async function insertFrozenOrder(
  trx: Connection,
  disputeId: string,
  orderId: string,
): Promise<boolean> {
  const inserted = await trx
    .insertInto('disputedOrders')
    .values({ disputeId, orderId })
    .onConflict((conflict) => conflict.doNothing())
    .returning('orderId')
    .executeTakeFirst()
  return inserted !== undefined
}

/**
 * Returns whether any dispute still freezes an order's credits, because it is open or what its bank took waits for
 * staff.
 */
export async function isFrozen(connection: Connection, orderId: string): Promise<boolean> {
  const dispute = await connection
    .selectFrom('disputedOrders')
    .select('disputeId')
    .where('orderId', '=', orderId)
    .where('outcome', 'is', null)
    .executeTakeFirst()
  return dispute !== undefined
}

/** The ids of the orders whose credits a dispute still freezes. */
export async function frozenBy(connection: Connection, disputeId: string): Promise<Set<string>> {
  const rows = await connection
    .selectFrom('disputedOrders')
    .select('orderId')
    .where('disputeId', '=', disputeId)
    .where('outcome', 'is', null)
    .execute()
  return new Set(rows.map(({ orderId }) => orderId))
}

/** Ends that the settled disputes freeze an order's credits. */
export async function endFrozenOrder(trx: Connection, orderId: string): Promise<void> {
  await trx
    .updateTable('disputedOrders')
    .from('disputes')
    .set({ outcome: 'released' })
    .whereRef('disputes.id', '=', 'disputedOrders.disputeId')
    .where('settledAt', 'is not', null)
    .where('orderId', '=', orderId)
    .where('outcome', 'is', null)
    .execute()
}

export const disputeById = (connection: Connection, id: string): Promise<DisputeRow | undefined> =>
  connection.selectFrom('disputes').selectAll().where('id', '=', id).executeTakeFirst()

/** A page of the open disputes, those with the earliest response deadline first, or of the ended ones, newest first. */
export const disputesIn = (connection: Connection, state: 'open' | 'ended', window: PageWindow) =>
  pageOf(
    connection,
    connection
      .selectFrom('disputes')
      .selectAll()
      .where('settledAt', state === 'open' ? 'is' : 'is not', null)
      .orderBy(state === 'open' ? 'respondBy' : 'settledAt', state === 'open' ? 'asc' : 'desc')
      .orderBy('id'),
    window,
  )

/** The orders that a dispute froze, released or refunded. */
export const disputedOrdersOf = (connection: Connection, disputeId: string) =>
  connection
    .selectFrom('disputedOrders')
    .select(['orderId', 'outcome'])
    .where('disputeId', '=', disputeId)
    .execute()

/** The release that an order was for; nulls for an order of a report. */
export async function releaseOf(connection: Connection, releaseId: string | null) {
  const release = await connection
    .selectFrom('releases')
    .select(['number as release', 'fileCount as files', 'totalSize as bytes'])
    .where('id', '=', releaseId)
    .executeTakeFirst()
  return release ?? { release: null, files: null, bytes: null }
}

/** The time at which an order's buyer first requested a refund, or undefined. */
export async function refundAskedAt(connection: Connection, orderId: string): Promise<Date | undefined> {
  const request = await connection
    .selectFrom('refundRequests')
    .select('requestedAt')
    .where('orderId', '=', orderId)
    .orderBy('requestedAt')
    .executeTakeFirst()
  return request?.requestedAt
}
