import type { Item } from '#contract/orders.ts'
import type { Connection } from '../database/connection.ts'
import { owningOrder } from './queries.ts'

/** The completed order (also while its refund is only asked for) that entitles a member to a project's source or report. */
export const purchaseOf = (
  connection: Connection,
  memberId: string,
  projectId: string,
  kind: Item['kind'],
): Promise<{ orderId: string; releaseId: string | null } | undefined> =>
  owningOrder(connection, memberId, projectId, kind)
