import type { Dependencies } from '../dependencies.ts'
import type { Connection } from '../platform/database/connection.ts'
import { logAlert, waitingForGateway } from '../platform/metrics.ts'
import type { Gateways } from '../platform/payments/open.ts'
import { reachableGateways } from '../platform/payments/reachable.ts'
import { type Stranded, strandedByAccount } from './unreachable-gateways-queries.ts'

/** The payments, refunds and disputes of gateways that the configuration cannot build any more, by account. */
export const strandedMoney = (connection: Connection, gateways: Gateways): Promise<Stranded[]> =>
  strandedByAccount(connection, reachableGateways(gateways))

/**
 * Counts the payments, refunds and disputes that wait for a gateway that cannot be asked, as metrics, and logs them as
 * alerts.
 */
export async function checkGateways(dependencies: Dependencies): Promise<void> {
  const all = await strandedMoney(dependencies.db, dependencies)
  waitingForGateway.reset()
  for (const { gateway, key, ...counts } of all) {
    for (const [what, count] of Object.entries(counts)) waitingForGateway.inc({ gateway, what }, count)
    logAlert('Money waits for a gateway that cannot be asked', { gateway, key, ...counts })
  }
}
