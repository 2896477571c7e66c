import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'

import type { PageWindow } from '#contract/kit/paging.ts'

import type { Connection } from '../../platform/database/connection.ts'
import { pageOf } from '../../platform/database/paging.ts'
import type { DB } from '../../platform/database/tables.ts'

export type RequestRow = Selectable<DB['refundRequests']>

/** The requests about an order, newest first, so that a waiting one comes first. */
export const requestsAbout = (connection: Connection, orderId: string) =>
  connection
    .selectFrom('refundRequests')
    .selectAll()
    .where('orderId', '=', orderId)
    .orderBy('requestedAt', 'desc')
    .execute()

export const requestById = (connection: Connection, id: string) =>
  connection.selectFrom('refundRequests').selectAll().where('id', '=', id).executeTakeFirst()

/**
 * Locks a request until the transaction ends: of two transactions that change it, the second sees the changes of the
 * first.
 */
export const lockRequest = (trx: Connection, id: string) =>
  trx.selectFrom('refundRequests').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()

/** Inserts a request and returns its number. */
export const insertRequest = (trx: Connection, request: Insertable<DB['refundRequests']>) =>
  trx
    .insertInto('refundRequests')
    .values(request)
    .returning('requestNumber as number')
    .executeTakeFirstOrThrow()

export const updateRequest = (trx: Connection, id: string, changes: Updateable<DB['refundRequests']>) =>
  trx.updateTable('refundRequests').set(changes).where('id', '=', id).execute()

/** Approves the waiting request about an order that was refunded, if there is one. */
export const approveWaiting = (
  trx: Connection,
  orderId: string,
  { note, decidedBy }: { note: string | null; decidedBy: string | null },
) =>
  trx
    .updateTable('refundRequests')
    .set({ outcome: 'approved', note, decidedBy, decidedAt: sql<Date>`now()` })
    .where('orderId', '=', orderId)
    .where('outcome', 'is', null)
    .execute()

/** Requests with their orders. */
const withOrder = (connection: Connection) =>
  connection
    .selectFrom('refundRequests')
    .innerJoin('orders', 'orders.id', 'refundRequests.orderId')
    .selectAll('refundRequests')
    .select(['orders.number as orderNumber', 'orders.projectId', 'orders.title', 'orders.kind'])
    .select('orders.amountPaise')
    .select([
      'orders.createdAt as orderedAt',
      'orders.completedAt',
      'orders.refundDays',
      'orders.refundPolicy',
    ])
    .select(['orders.memberId as buyerId', 'orders.ownerId'])

export type RequestWithOrder = Awaited<ReturnType<typeof requestsReceived>>['rows'][number]

/** A page of the requests about a member's sales: waiting ones first, then the newest. */
export const requestsReceived = (connection: Connection, ownerId: string, window: PageWindow) =>
  pageOf(
    connection,
    withOrder(connection)
      .where('orders.ownerId', '=', ownerId)
      .orderBy(sql`outcome is not null`)
      .orderBy('requestedAt', 'desc'),
    window,
  )

/** A page of all waiting requests, oldest first, or of the decided ones, newest first. */
export const requestsIn = (connection: Connection, state: 'waiting' | 'decided', window: PageWindow) =>
  pageOf(
    connection,
    withOrder(connection)
      .where('outcome', state === 'waiting' ? 'is' : 'is not', null)
      .orderBy(state === 'waiting' ? 'requestedAt' : 'decidedAt', state === 'waiting' ? 'asc' : 'desc'),
    window,
  )

/** The numbers of a buyer's paid orders, of their refund requests and of the approved ones. */
export async function historyOf(connection: Connection, buyerId: string) {
  const [{ paidOrders }, counts] = await Promise.all([
    connection
      .selectFrom('orders')
      .select((column) => column.fn.countAll<number>().as('paidOrders'))
      .where('memberId', '=', buyerId)
      .where('completedAt', 'is not', null)
      .where('amountPaise', '>', 0)
      .executeTakeFirstOrThrow(),
    connection
      .selectFrom('refundRequests')
      .innerJoin('orders', 'orders.id', 'refundRequests.orderId')
      .select([
        sql<number>`count(*)`.as('requests'),
        sql<number>`count(*) filter (where outcome = 'approved')`.as('approved'),
      ])
      .where('orders.memberId', '=', buyerId)
      .executeTakeFirstOrThrow(),
  ])
  return { paidOrders, ...counts }
}

/** Erases the texts of a member in requests, as buyer and as owner. */
export async function clearTextsOf(trx: Connection, memberId: string): Promise<void> {
  const ordersAs = (side: 'memberId' | 'ownerId') =>
    trx.selectFrom('orders').select('id').where(side, '=', memberId)
  await trx
    .updateTable('refundRequests')
    .set({ reason: '', note: null, approvalNote: null })
    .where('orderId', 'in', ordersAs('memberId'))
    .execute()
  await trx
    .updateTable('refundRequests')
    .set({ answer: null, answeredAt: null })
    .where('orderId', 'in', ordersAs('ownerId'))
    .execute()
}
