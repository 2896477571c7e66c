import { type Selectable, sql } from 'kysely'

import { statusesBefore } from '#contract/kit/transitions.ts'
import { type Item, orderTransitions, paymentTransitions } from '#contract/orders/orders.ts'

import type { Connection } from '../platform/database/connection.ts'
import type { DB } from '../platform/database/tables.ts'

export type PaymentRow = Selectable<DB['payments']>

export const paymentById = (connection: Connection, id: string) =>
  connection.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** A payment of any member, or undefined. */
export const anyPayment = (connection: Connection, id: string) =>
  connection.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirst()

export const paymentOfMember = (connection: Connection, memberId: string, paymentId: string) =>
  connection
    .selectFrom('payments')
    .selectAll()
    .where('memberId', '=', memberId)
    .where('id', '=', paymentId)
    .executeTakeFirst()

/** The payment by the id of its order at any gateway; ids of different gateways never coincide. */
export const paymentWithOrder = (connection: Connection, gatewayOrderId: string) =>
  connection
    .selectFrom('payments')
    .selectAll()
    .where('gatewayOrderId', '=', gatewayOrderId)
    .executeTakeFirst()

export const paymentByGatewayOrder = (connection: Connection, gateway: string, gatewayOrderId: string) =>
  connection
    .selectFrom('payments')
    .selectAll()
    .where('gateway', '=', gateway)
    .where('gatewayOrderId', '=', gatewayOrderId)
    .executeTakeFirst()

export const lockPayment = (trx: Connection, id: string) =>
  trx.selectFrom('payments').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()

const aDayAgo = sql<Date>`now() - interval '1 day'`

/** A member's payments that can still be paid, or whose money is on its way, and that contain one of these items. */
export async function openPaymentsWith(
  connection: Connection,
  memberId: string,
  items: Item[],
): Promise<PaymentRow[]> {
  if (items.length === 0) return []
  return connection
    .selectFrom('payments')
    .selectAll()
    .where('memberId', '=', memberId)
    .where((column) =>
      column.or([
        column('status', '=', 'created'),
        column.and([column('status', '=', 'failed'), column('authorizedAt', '>', aDayAgo)]),
      ]),
    )
    .where((column) =>
      column.exists(
        column
          .selectFrom('orders')
          .select('orders.id')
          .whereRef('orders.paymentId', '=', 'payments.id')
          .where((order) =>
            order.or(
              items.map(({ projectId, kind }) =>
                order.and({ 'orders.projectId': projectId, 'orders.kind': kind }),
              ),
            ),
          ),
      ),
    )
    .orderBy('createdAt')
    .execute()
}

/** The ids of a member's payments for which nothing was captured yet. */
export async function unpaidPaymentsOf(connection: Connection, memberId: string): Promise<string[]> {
  const open = await connection
    .selectFrom('payments')
    .select('id')
    .where('memberId', '=', memberId)
    .where('status', 'in', statusesBefore(paymentTransitions, 'cancelled', 'buyer'))
    .execute()
  return open.map(({ id }) => id)
}

/** Cancels payments for which nothing was captured, with their orders. */
export async function cancelPayments(trx: Connection, paymentIds: string[], by: 'buyer' | 'gateway') {
  if (paymentIds.length === 0) return
  await trx
    .updateTable('payments')
    .set({ status: 'cancelled' })
    .where('id', 'in', paymentIds)
    .where('status', 'in', statusesBefore(paymentTransitions, 'cancelled', by))
    .execute()
  await trx
    .updateTable('orders')
    .set({ status: 'cancelled' })
    .where('paymentId', 'in', paymentIds)
    .where('status', 'in', statusesBefore(orderTransitions, 'cancelled', by))
    .execute()
}

/**
 * Whether the money of a payment is on its way, whatever became of other attempts to pay it; what has not come after a
 * day is not expected any more.
 */
export const isOnItsWay = ({ status, authorizedAt }: Pick<PaymentRow, 'status' | 'authorizedAt'>): boolean =>
  ['created', 'failed'].includes(status) &&
  authorizedAt !== null &&
  Date.now() - authorizedAt.getTime() < 24 * 3600 * 1000

/** Marks a payment as authorised by one attempt: the payer's bank said yes, and the money is on its way. */
export const markAuthorized = (trx: Connection, id: string, authorizedPaymentId: string) =>
  trx
    .updateTable('payments')
    .set({ authorizedAt: sql<Date>`now()`, authorizedPaymentId })
    .where('id', '=', id)
    .where('status', 'in', ['created', 'failed'])
    .where('authorizedPaymentId', 'is distinct from', authorizedPaymentId)
    .execute()

/** Marks an open payment and its orders as failed. */
export async function markFailed(trx: Connection, id: string) {
  await trx
    .updateTable('payments')
    .set({ status: 'failed', authorizedAt: null })
    .where('id', '=', id)
    .where('status', 'in', statusesBefore(paymentTransitions, 'failed', 'gateway'))
    .execute()
  await trx
    .updateTable('orders')
    .set({ status: 'failed' })
    .where('paymentId', '=', id)
    .where('status', 'in', statusesBefore(orderTransitions, 'failed', 'gateway'))
    .execute()
}

/** Saves which capture a payment is about, and the amount of it in paise when it is not the one that was asked for. */
export const saveCapture = (
  trx: Connection,
  id: string,
  capture: { gatewayPaymentId: string; receivedPaise: number | null },
) => trx.updateTable('payments').set(capture).where('id', '=', id).execute()

/**
 * Marks a payment as captured; `givenUpPaise` was returned on the gateway's own pages before anything was delivered.
 */
export async function markCaptured(
  trx: Connection,
  id: string,
  { gatewayPaymentId, givenUpPaise }: { gatewayPaymentId: string | null; givenUpPaise: number },
) {
  await trx
    .updateTable('payments')
    .set({
      status: 'captured',
      gatewayPaymentId,
      givenUpPaise: sql<number>`given_up_paise + ${givenUpPaise}`,
      capturedAt: sql<Date>`now()`,
      heldAt: null,
    })
    .where('id', '=', id)
    .where('status', 'in', statusesBefore(paymentTransitions, 'captured', 'gateway'))
    .execute()
}

/** Marks a payment as held, with what its gateway says of its own order. */
export const saveHold = (
  trx: Connection,
  id: string,
  order: { paidPaise: number; duePaise: number } | undefined,
) =>
  trx
    .updateTable('payments')
    .set({
      status: 'held',
      heldAt: sql<Date>`coalesce(held_at, now())`,
      gatewayPaidPaise: order?.paidPaise ?? null,
      gatewayDuePaise: order?.duePaise ?? null,
    })
    .where('id', '=', id)
    .where('status', 'in', ['held', ...statusesBefore(paymentTransitions, 'held', 'gateway')])
    .execute()

/** Marks a payment about which staff have to decide, unless it is marked. */
export const markHeld = (trx: Connection, id: string) =>
  trx
    .updateTable('payments')
    .set({ heldAt: sql<Date>`now()`, returnBy: null })
    .where('id', '=', id)
    .where('heldAt', 'is', null)
    .execute()

/**
 * Adds to what was returned on the gateway's own pages without an order being taken back, and ends that staff have to
 * decide about it.
 */
export const markGivenUp = (trx: Connection, id: string, paise: number) =>
  trx
    .updateTable('payments')
    .set({ givenUpPaise: sql<number>`given_up_paise + ${paise}`, heldAt: null })
    .where('id', '=', id)
    .execute()

/** Ends that staff have to decide about a captured payment of which the gateway returned a part. */
export const endHold = (trx: Connection, paymentId: string) =>
  trx
    .updateTable('payments')
    .set({ heldAt: null })
    .where('id', '=', paymentId)
    .where('status', '=', 'captured')
    .where('heldAt', 'is not', null)
    .execute()

/** Records who decided as the first of two that a held payment goes back. */
export const beginReturn = (trx: Connection, id: string, returnBy: string) =>
  trx.updateTable('payments').set({ returnBy }).where('id', '=', id).execute()

/**
 * Locks what is told about one capture of a gateway until the transaction ends: payment, refunds and disputes. This
 * lock is acquired before every other one.
 */
export async function lockCapture(trx: Connection, gateway: string, gatewayPaymentId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`capture:${gateway}:${gatewayPaymentId}`}, 0))`.execute(
    trx,
  )
}
