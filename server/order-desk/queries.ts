import { type Selectable, sql } from 'kysely'

import type { Connection, DB } from '../database/connection.ts'

/** An order with its payment, its coupon and the release that was bought. */
export const orderWithPayment = (connection: Connection, id: string) =>
  connection
    .selectFrom('orders')
    .innerJoin('payments', 'payments.id', 'orders.paymentId')
    .leftJoin('coupons', 'coupons.id', 'payments.couponId')
    .leftJoin('releases', 'releases.id', 'orders.releaseId')
    .selectAll('orders')
    .select(['payments.gateway', 'gatewayOrderId', 'gatewayPaymentId', 'payments.status as paymentStatus'])
    .select(['payments.amountPaise as paymentPaise', 'payments.state', 'payments.createdAt as begunAt'])
    .select(['payments.capturedAt', 'coupons.code as couponCode', 'releases.number as release'])
    .where('orders.id', '=', id)
    .executeTakeFirst()
export type OrderWithPayment = NonNullable<Awaited<ReturnType<typeof orderWithPayment>>>

/** The orders of a payment, in the order of their numbers. */
export const ordersPaidWith = (
  connection: Connection,
  paymentId: string,
): Promise<Selectable<DB['orders']>[]> =>
  connection.selectFrom('orders').selectAll().where('paymentId', '=', paymentId).orderBy('number').execute()

/** Other orders for the same item by the same buyer, the newest first, up to a number of them. */
export const otherAttempts = (
  connection: Connection,
  { id, memberId, projectId, kind }: Pick<OrderWithPayment, 'id' | 'memberId' | 'projectId' | 'kind'>,
  max: number,
) =>
  connection
    .selectFrom('orders')
    .select(['id', 'number', 'amountPaise', 'status', 'createdAt'])
    .where('memberId', '=', memberId)
    .where('projectId', '=', projectId)
    .where('kind', '=', kind)
    .where('id', '<>', id)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(max)
    .execute()

/** What goes back of a payment: for one of its orders, or because it was paid twice. */
export const refundsFor = (
  connection: Connection,
  { id, paymentId }: Pick<OrderWithPayment, 'id' | 'paymentId'>,
) =>
  connection
    .selectFrom('refunds')
    .select(['cause', 'amountPaise', 'status', 'createdAt', 'returnedAt', 'lastFailure'])
    .select(({ selectFrom }) =>
      selectFrom('recallNotices')
        .innerJoin('releases', 'releases.id', 'releaseId')
        .select('number')
        .whereRef('recallNotices.orderId', '=', 'refunds.orderId')
        .where('isRefunded', '=', true)
        .as('recalledRelease'),
    )
    .where('paymentId', '=', paymentId)
    .where((refund) => refund.or([refund('orderId', '=', id), refund('orderId', 'is', null)]))
    .orderBy('createdAt')
    .execute()

/** What an order's buyer asked for, the newest first. */
export const requestsFor = (connection: Connection, orderId: string) =>
  connection
    .selectFrom('refundRequests')
    .select(['reason', 'requestedAt', 'outcome', 'note', 'decidedAt'])
    .where('orderId', '=', orderId)
    .orderBy('requestedAt', 'desc')
    .execute()

/** The entries of all that was posted for an order or for a refund of it, the first first. */
export const postingsFor = (connection: Connection, orderId: string) =>
  connection
    .selectFrom('ledgerTransactions')
    .innerJoin('ledgerEntries', 'ledgerEntries.transactionId', 'ledgerTransactions.id')
    .select(['ledgerTransactions.id', 'ledgerTransactions.kind', 'ledgerTransactions.happenedAt'])
    .select(['account', 'amountPaise'])
    .where(
      sql<boolean>`ledger_transactions.id in (
        select id from ledger_transactions where order_id = ${orderId}
        union all select posting.id from refunds join ledger_transactions posting on posting.refund_id = refunds.id
          where refunds.order_id = ${orderId})`,
    )
    .orderBy('ledgerTransactions.happenedAt')
    .orderBy('ledgerTransactions.id')
    .orderBy('amountPaise')
    .orderBy('account')
    .execute()
