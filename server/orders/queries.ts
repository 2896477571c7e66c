import type { Item } from '#contract/orders.ts'
import type { Connection } from '../database/connection.ts'

/** The order by which a member owns a thing, if they do. */
export const owningOrder = (connection: Connection, memberId: string, projectId: string, kind: Item['kind']) =>
  connection
    .selectFrom('orders')
    .select(['id as orderId', 'releaseId'])
    .where('memberId', '=', memberId)
    .where('projectId', '=', projectId)
    .where('kind', '=', kind)
    .where('status', 'in', ['completed', 'refund_requested'])
    .executeTakeFirst()
