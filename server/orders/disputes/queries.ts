import { type Insertable, type Selectable, type Updateable } from 'kysely'

import type { PageWindow } from '#contract/paging.ts'

import type { Connection } from '../../platform/database/connection.ts'
import { pageOf } from '../../platform/database/paging.ts'
import type { DB } from '../../platform/database/tables.ts'

export type DisputeRow = Selectable<DB['disputes']>

/** Keeps a dispute unless it is known; answers whether it was new. */
export async function insertDispute(trx: Connection, said: Insertable<DB['disputes']>): Promise<boolean> {
  const inserted = await trx
    .insertInto('disputes')
    .values(said)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** A dispute by its number at the gateway, locked. */
export const lockDispute = (
  trx: Connection,
  gateway: string,
  gatewayDisputeId: string,
): Promise<DisputeRow> =>
  trx
    .selectFrom('disputes')
    .selectAll()
    .where('gateway', '=', gateway)
    .where('gatewayDisputeId', '=', gatewayDisputeId)
    .forUpdate()
    .executeTakeFirstOrThrow()

export const changeDispute = (
  trx: Connection,
  id: string,
  changes: Updateable<DB['disputes']>,
): Promise<DisputeRow> =>
  trx.updateTable('disputes').set(changes).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

/** Those of these disputes, by their numbers at the gateway, that are known. */
export async function disputesNamed(
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

/** Disputes of which something is still to follow, those that wait for an answer soonest first. */
export const unsettled = (connection: Connection, max: number) =>
  connection
    .selectFrom('disputes')
    .select(['gateway', 'gatewayDisputeId'])
    .where('settledAt', 'is', null)
    .orderBy('respondBy')
    .orderBy('id')
    .limit(max)
    .execute()

/** Other disputes about the same payment that have not ended. */
export const othersAbout = (connection: Connection, { id, gateway, gatewayPaymentId }: DisputeRow) =>
  connection
    .selectFrom('disputes')
    .select('gatewayDisputeId')
    .where('gateway', '=', gateway)
    .where('gatewayPaymentId', '=', gatewayPaymentId)
    .where('id', '<>', id)
    .where('settledAt', 'is', null)
    .orderBy('openedAt')
    .execute()

/** Notes that a dispute freezes an order's credit; false when this one or another one did before. */
export async function insertFrozen(trx: Connection, disputeId: string, orderId: string): Promise<boolean> {
  const inserted = await trx
    .insertInto('disputedOrders')
    .values({ disputeId, orderId })
    .onConflict((conflict) => conflict.doNothing())
    .returning('orderId')
    .executeTakeFirst()
  return inserted !== undefined
}

/** The orders whose credit a dispute has frozen, and freezes still. */
export async function frozenBy(connection: Connection, disputeId: string): Promise<Set<string>> {
  const rows = await connection
    .selectFrom('disputedOrders')
    .select('orderId')
    .where('disputeId', '=', disputeId)
    .where('outcome', 'is', null)
    .execute()
  return new Set(rows.map(({ orderId }) => orderId))
}

export async function endFrozen(
  trx: Connection,
  disputeId: string,
  orderId: string,
  outcome: 'released' | 'refunded',
): Promise<void> {
  await trx
    .updateTable('disputedOrders')
    .set({ outcome })
    .where('disputeId', '=', disputeId)
    .where('orderId', '=', orderId)
    .execute()
}

export const disputeAt = (connection: Connection, id: string): Promise<DisputeRow | undefined> =>
  connection.selectFrom('disputes').selectAll().where('id', '=', id).executeTakeFirst()

/** A page of the disputes that are open, those to be answered soonest first, or of those that ended, the newest first. */
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

/** What a dispute froze or took. */
export const ordersIn = (connection: Connection, disputeId: string) =>
  connection
    .selectFrom('disputedOrders')
    .select(['orderId', 'outcome'])
    .where('disputeId', '=', disputeId)
    .execute()

/** What is listed of a project today, and the release that an order was for. */
export async function listingOf(connection: Connection, projectId: string, releaseId: string | null) {
  const listing = await connection
    .selectFrom('projects')
    .leftJoin('releases', (join) => join.on('releases.id', '=', releaseId))
    .select(['description', 'projects.updatedAt as changedAt'])
    .select(['releases.number as release', 'fileCount as files', 'totalSize as bytes'])
    .where('projects.id', '=', projectId)
    .executeTakeFirstOrThrow()
  return listing
}

/** When an order's buyer first asked for their money back, if they did. */
export async function refundAskedAt(connection: Connection, orderId: string): Promise<Date | undefined> {
  const asked = await connection
    .selectFrom('refundRequests')
    .select('requestedAt')
    .where('orderId', '=', orderId)
    .orderBy('requestedAt')
    .executeTakeFirst()
  return asked?.requestedAt
}
