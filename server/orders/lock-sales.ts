import { lockPayouts } from '../money/lookup-queries.ts'
import type { Connection } from '../platform/database/connection.ts'
import { lockBuyer } from './lookup-queries.ts'
import type { OrderRow } from './queries.ts'

/**
 * Locks what a refund of these orders of one buyer, or more time for one, changes, until the transaction ends: the
 * payouts of who earned by them, then the buyer (Locks in docs/ARCHITECTURE.md).
 */
export async function lockSales(
  trx: Connection,
  memberId: string,
  orders: readonly Pick<OrderRow, 'ownerId' | 'referrerId'>[],
): Promise<void> {
  for (const earner of earnersOf(orders)) await lockPayouts(trx, earner)
  await lockBuyer(trx, memberId)
}

/** The ids of owners and referrers, sorted. */
const earnersOf = (orders: readonly Pick<OrderRow, 'ownerId' | 'referrerId'>[]): string[] =>
  [
    ...new Set(orders.flatMap(({ ownerId, referrerId }) => [ownerId, ...(referrerId ? [referrerId] : [])])),
  ].toSorted()
