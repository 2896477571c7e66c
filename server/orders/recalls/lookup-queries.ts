import { entitlingStatuses } from '#contract/orders/orders.ts'

import type { Connection } from '../../platform/database/connection.ts'

/**
 * The recalled releases of which refunds wait for a second member of staff, the longest waiting first, with their
 * number and sum in paise.
 */
export const waitingRecallRefunds = (connection: Connection) =>
  connection
    .selectFrom('waitingRefunds')
    .innerJoin('releaseRecalls', 'releaseRecalls.releaseId', 'waitingRefunds.releaseId')
    .innerJoin('orders', 'orders.id', 'waitingRefunds.orderId')
    .select(['orders.projectId', 'releaseRecalls.title'])
    .select((order) => order.fn.countAll<number>().as('refunds'))
    .select((order) => order.fn.sum<number>('orders.amountPaise').as('paise'))
    .select((order) => order.fn.min<Date>('since').as('since'))
    .where('orders.status', 'in', entitlingStatuses)
    .groupBy(['waitingRefunds.releaseId', 'orders.projectId', 'releaseRecalls.title'])
    .orderBy((waiting) => waiting.fn.min('since'))
    .execute()
