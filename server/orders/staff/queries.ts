import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'

import { limits } from '#contract/kit/limits.ts'
import type { PageWindow } from '#contract/kit/paging.ts'
import type { OrderStatus } from '#contract/orders/orders.ts'

import type { Connection } from '../../platform/database/connection.ts'
import { pageOf } from '../../platform/database/paging.ts'
import type { DB } from '../../platform/database/tables.ts'
import { idsByTextIndex } from '../../platform/database/text-search.ts'

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

/** Other orders for the same item by the same buyer, newest first, at most `max`. */
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

/** The refunds of one order, and those of its payment because it was paid twice. */
export const refundsFor = (
  connection: Connection,
  { id, paymentId }: Pick<OrderWithPayment, 'id' | 'paymentId'>,
) =>
  connection
    .selectFrom('refunds')
    .select(['cause', 'amountPaise', 'coveredPaise', 'status', 'createdAt', 'returnedAt', 'lastFailure'])
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

/** The refund requests about an order, newest first. */
export const requestsFor = (connection: Connection, orderId: string) =>
  connection
    .selectFrom('refundRequests')
    .select(['reason', 'requestedAt', 'outcome', 'note', 'decidedAt'])
    .where('orderId', '=', orderId)
    .orderBy('requestedAt', 'desc')
    .execute()

/** The entries of all postings about an order, a refund of it or its payment, oldest first. */
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
          where refunds.order_id = ${orderId}
        union all select posting.id from orders join ledger_transactions posting on posting.payment_id = orders.payment_id
          where orders.id = ${orderId})`,
    )
    .orderBy('ledgerTransactions.happenedAt')
    .orderBy('ledgerTransactions.id')
    .orderBy('amountPaise')
    .orderBy('account')
    .execute()

/** The criteria by which a search text selects orders; an order needs to match only one. */
export interface OrderCriteria {
  numbers: string[]
  /** The ids of buyers, or a query for the ids of many. */
  members: string[] | RawBuilder<string>
  /** A LIKE pattern for the title. */
  pattern: string | undefined
}
interface Filter {
  status?: OrderStatus | undefined
  ids?: string[] | undefined
  named?: OrderCriteria | undefined
}

/**
 * A page of the orders that match a filter, with their buyers, newest first. Counting and paging are limited, so that
 * it stays fast with a million orders.
 */
export function ordersIn(connection: Connection, filter: Filter, window: PageWindow) {
  const matching = matches(connection, filter)
  const withBuyers = matching
    .innerJoin('members', 'members.id', 'orders.memberId')
    .select(['orders.id', 'number', 'projectId', 'title', 'kind', 'amountPaise', 'status'])
    .select(['orders.createdAt', 'memberId'])
    .select(['members.name as buyerName', 'members.email as buyerEmail', 'members.erasedAt'])
    .orderBy('orders.createdAt', 'desc')
    .orderBy('orders.id', 'desc')
  const max = filter.named ? limits.countedMatches : limits.staffListed
  return pageOf(connection, withBuyers, window, { max, counted: matching })
}
export type ListedOrder = Awaited<ReturnType<typeof ordersIn>>['rows'][number]

/** The ids of some orders that match a search text, at most `max`, found through indexes only. */
export const orderIdsMatching = (
  connection: Connection,
  named: OrderCriteria,
  max: number,
): Promise<string[]> =>
  idsByTextIndex(connection, (trx) => trx.selectFrom('orders').select('id').where(isNamed(named)), max)

/** The ids of the newest orders with an id: their own, their project's, buyer's, owner's or payment's. */
export async function orderIdsAbout(connection: Connection, id: string, max: number): Promise<string[]> {
  const rows = await connection
    .selectFrom('orders')
    .select('id')
    .where((order) =>
      order.or(
        (['id', 'projectId', 'memberId', 'ownerId', 'paymentId'] as const).map((column) =>
          order(column, '=', id),
        ),
      ),
    )
    .orderBy('createdAt', 'desc')
    .limit(max)
    .execute()
  return rows.map((row) => row.id)
}

/** The ids of the orders of the payment with this id, of its order or itself, at the gateway. */
export async function orderIdsPaidWith(connection: Connection, gatewayId: string): Promise<string[]> {
  const rows = await connection
    .selectFrom('orders')
    .innerJoin('payments', 'payments.id', 'orders.paymentId')
    .select('orders.id')
    .where((payment) =>
      payment.or([payment('gatewayOrderId', '=', gatewayId), payment('gatewayPaymentId', '=', gatewayId)]),
    )
    .execute()
  return rows.map(({ id }) => id)
}

type Orders = SelectQueryBuilder<DB, 'orders', {}>

function matches(connection: Connection, { status, ids, named }: Filter): Orders {
  let matching: Orders = connection.selectFrom('orders')
  if (status) matching = matching.where('orders.status', '=', status)
  if (ids) matching = matching.where(sql<boolean>`orders.id = any(${ids}::uuid[])`)
  if (named) matching = matching.where(isNamed(named))
  return matching
}

const isNamed = ({ numbers, members, pattern }: OrderCriteria) =>
  sql<boolean>`(orders.number = any(${numbers}::text[])
    or orders.member_id ${Array.isArray(members) ? sql`= any(${members}::uuid[])` : sql`in (${members})`}
    or lower(orders.title) like ${pattern ?? null})`

/** A page of the payments about whose money staff have to decide, the longest waiting first, with their buyers. */
export const heldPaymentsIn = (connection: Connection, window: PageWindow) =>
  pageOf(
    connection,
    connection
      .selectFrom('payments')
      .innerJoin('members', 'members.id', 'payments.memberId')
      .selectAll('payments')
      .select(['members.name as buyerName', 'members.email as buyerEmail', 'erasedAt'])
      .where('heldAt', 'is not', null)
      .orderBy('heldAt')
      .orderBy('payments.id'),
    window,
  )
export type HeldRow = Awaited<ReturnType<typeof heldPaymentsIn>>['rows'][number]

/** The orders of some payments, in the order of their numbers. */
export const ordersOfPayments = (connection: Connection, paymentIds: string[]) =>
  connection
    .selectFrom('orders')
    .select(['id', 'paymentId', 'number', 'title', 'kind', 'amountPaise', 'status'])
    .where('paymentId', '=', sql<string>`any (${paymentIds})`)
    .orderBy('number')
    .execute()
