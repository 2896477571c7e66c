import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'

import { limits } from '#contract/kit/limits.ts'
import { offsetOf, type PageWindow } from '#contract/kit/paging.ts'
import type { OrderStatus } from '#contract/orders.ts'

import type { Connection, DB } from '../database/connection.ts'
import { countAtMost } from '../database/count-at-most.ts'

/** Which orders a text is for: any of these. */
export interface Named {
  numbers: string[]
  /** Buyers by their ids, or a query of the ids of many. */
  members: string[] | RawBuilder<string>
  /** What the title contains, as a LIKE pattern. */
  pattern: string | undefined
}
interface Filter {
  status?: OrderStatus | undefined
  ids?: string[] | undefined
  named?: Named | undefined
}

/** A page of the orders that a filter lets through with their buyers, the newest first. Counts and pages so far that a million orders keep nobody waiting. */
export async function ordersIn(connection: Connection, filter: Filter, window: PageWindow) {
  const matching = matches(connection, filter)
  const max = filter.named ? limits.countedMatches : limits.staffListed
  const offset = offsetOf(window)
  const [counted, rows] = await Promise.all([
    countAtMost(connection, matching.select('orders.id'), max),
    offset >= max ? [] : pageOf(connection, matching, Math.min(window.limit, max - offset), offset),
  ])
  return { rows, ...counted }
}

/** The buyers are read for the rows of the page alone. */
const pageOf = (connection: Connection, matching: Orders, limit: number, offset: number) =>
  connection
    .selectFrom(
      matching
        .select(['orders.id', 'number', 'projectId', 'title', 'kind', 'amountPaise', 'status'])
        .select(['orders.createdAt', 'memberId'])
        .orderBy('orders.createdAt', 'desc')
        .orderBy('orders.id', 'desc')
        .limit(limit)
        .offset(offset)
        .as('page'),
    )
    .innerJoin('members', 'members.id', 'page.memberId')
    .selectAll('page')
    .select(['members.name as buyerName', 'members.email as buyerEmail', 'members.erasedAt'])
    .orderBy('page.createdAt', 'desc')
    .orderBy('page.id', 'desc')
    .execute()
export type ListedOrder = Awaited<ReturnType<typeof pageOf>>[number]

/**
 * The ids of some orders that a text names, at most `max`, by their indexes alone: the planner takes every word for a
 * common one, and would read all orders in their sequence to find a rare one.
 */
export const orderIdsNamed = (connection: Connection, named: Named, max: number): Promise<string[]> =>
  connection.transaction().execute(async (trx) => {
    await sql`set local enable_seqscan = off`.execute(trx)
    await sql`set local enable_indexscan = off`.execute(trx)
    const rows = await trx.selectFrom('orders').select('id').where(isNamed(named)).limit(max).execute()
    return rows.map(({ id }) => id)
  })

/** The ids of the newest orders that have to do with an id: their own, a project's, a buyer's, an owner's or a payment's. */
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

/** The ids of the orders of a payment that the gateway knows by a number of its own. */
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

const isNamed = ({ numbers, members, pattern }: Named) =>
  sql<boolean>`(orders.number = any(${numbers}::text[])
    or orders.member_id ${Array.isArray(members) ? sql`= any(${members}::uuid[])` : sql`in (${members})`}
    or lower(orders.title) like ${pattern ?? null})`
