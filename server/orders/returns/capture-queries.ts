import { type ExpressionBuilder, type Insertable, sql } from 'kysely'

import type { Connection } from '../../platform/database/connection.ts'
import type { DB } from '../../platform/database/tables.ts'

/** One capture of a payment of ours. */
export interface Capture {
  /** The payment's id. */
  id: string
  gateway: string
  gatewayPaymentId: string | null
}

/** The money of one capture of a payment, in paise. */
export interface CaptureMoney {
  receivedPaise: number
  /**
   * What is left of it: what came, less our refunds, returned or not, less what was returned on the gateway's own
   * pages, less what banks took. Below zero as long as refunds are due that went back in another way.
   */
  leftPaise: number
  /** What is left of it by the gateway's own books, which do not know what banks took. */
  leftAtGatewayPaise: number
  /** The part that went back on the gateway's own pages or to a bank, and for which nothing was decided yet. */
  undecidedPaise: number
  /** The part of `undecidedPaise` that banks took. */
  lostPaise: number
  /**
   * What went back beyond what came: banks took it, or it was returned on the gateway's own pages, when nothing was
   * left.
   */
  excessPaise: number
}

/** The money of a payment of which there was nothing to pay. */
export const nothingCaptured: CaptureMoney = {
  receivedPaise: 0,
  leftPaise: 0,
  leftAtGatewayPaise: 0,
  undecidedPaise: 0,
  lostPaise: 0,
  excessPaise: 0,
}

/**
 * The money of one capture, which every way in which money goes back asks first. A second capture of a payment is all
 * refunded.
 */
export async function moneyOfCapture(
  connection: Connection,
  { id, gateway, gatewayPaymentId }: Capture,
): Promise<CaptureMoney> {
  const { rows } = await sql<CaptureMoney>`
    select received.paise as received_paise, at_gateway.paise as left_at_gateway_paise, excess.posted as excess_paise,
      at_gateway.paise - banks.paise + excess.paise as left_paise,
      undecided.paise as undecided_paise, least(undecided.paise, banks.posted) as lost_paise
    from payments,
      lateral (select coalesce(sum(refunds.amount_paise), 0) as paise, coalesce(sum(covered_paise), 0) as covered,
          coalesce(sum(refunds.amount_paise - covered_paise) filter (where dispute_id is null), 0) as sent from refunds
        where refunds.payment_id = payments.id and refunds.gateway_payment_id = ${gatewayPaymentId}) refunded,
      lateral (select case when gateway_payment_id is not distinct from ${gatewayPaymentId} then coalesce(received_paise, amount_paise)
          else refunded.paise end as paise) received,
      lateral (select case when gateway_payment_id is not distinct from ${gatewayPaymentId} then given_up_paise else 0 end as paise) given_up,
      lateral (select coalesce(sum(back.amount_paise), 0) as paise from gateway_refunds back
        where back.payment_id = payments.id and back.gateway_payment_id = ${gatewayPaymentId}) pages,
      lateral (select coalesce(sum(deducted_paise), 0) as paise,
          coalesce(sum(deducted_paise) filter (where payment_id is not null), 0) as posted from disputes
        where disputes.gateway = ${gateway} and disputes.gateway_payment_id = ${gatewayPaymentId} and settled_at is not null) banks,
      lateral (select coalesce(sum(paise), 0) as paise, coalesce(sum(paise) filter (where payment_id is not null), 0) as posted
        from capture_excess
        where capture_excess.gateway = ${gateway} and capture_excess.gateway_payment_id = ${gatewayPaymentId}) excess,
      lateral (select received.paise - refunded.sent - pages.paise as paise) at_gateway,
      lateral (select pages.paise + banks.posted - refunded.covered - given_up.paise - excess.posted as paise) undecided
    where id = ${id}`.execute(connection)
  return rows[0]!
}

/** Returns whether all that a payment was asked for went back otherwise than by refunds of ours alone. */
export const isAllBack = (
  { amountPaise }: { amountPaise: number },
  { receivedPaise, leftPaise, undecidedPaise }: CaptureMoney,
): boolean => undecidedPaise > 0 && leftPaise <= Math.max(0, receivedPaise - amountPaise)

/** Adds paise to what went back of a capture beyond what came of it. */
export const addExcess = (
  trx: Connection,
  { id: paymentId, gateway, gatewayPaymentId }: Capture,
  paise: number,
) =>
  trx
    .insertInto('captureExcess')
    .values({ gateway, gatewayPaymentId: gatewayPaymentId!, paymentId, paise })
    .onConflict((conflict) =>
      conflict
        .columns(['gateway', 'gatewayPaymentId', 'paymentId'])
        .doUpdateSet({ paise: sql<number>`capture_excess.paise + ${paise}` }),
    )
    .execute()

/** Takes paise off what went back of a capture beyond what came of it. */
export const reduceExcess = (trx: Connection, { id, gatewayPaymentId }: Capture, paise: number) =>
  trx
    .updateTable('captureExcess')
    .set({ paise: sql<number>`paise - ${paise}` })
    .where('paymentId', '=', id)
    .where('gatewayPaymentId', '=', gatewayPaymentId)
    .execute()

/** Saves a refund that was made on a gateway's own pages; returns whether it is new that it was carried out. */
export async function saveGatewayRefund(
  trx: Connection,
  refund: Insertable<DB['gatewayRefunds']>,
): Promise<boolean> {
  const saved = await trx
    .insertInto('gatewayRefunds')
    .values(refund)
    .onConflict((conflict) =>
      conflict
        .columns(['gateway', 'gatewayRefundId'])
        .doUpdateSet({ status: refund.status })
        .where('gatewayRefunds.status', '=', 'pending'),
    )
    .returning('status')
    .executeTakeFirst()
  return saved?.status === 'processed'
}

/**
 * Marks the refunds that were carried out on the gateway's own pages, and are not posted, as those of a payment;
 * returns their amounts in paise.
 */
export async function adoptGatewayRefunds(
  trx: Connection,
  { id: paymentId, gateway, gatewayPaymentId }: Capture,
): Promise<number[]> {
  const adopted = await trx
    .updateTable('gatewayRefunds')
    .set({ paymentId })
    .where('gateway', '=', gateway)
    .where('gatewayPaymentId', '=', gatewayPaymentId)
    .where('status', '=', 'processed')
    .where('paymentId', 'is', null)
    .returning('amountPaise')
    .execute()
  return adopted.map(({ amountPaise }) => amountPaise)
}

/** The ids of payments that have a capture, or had it refunded as a second one. */
const idsWithCapture = ({ selectFrom }: ExpressionBuilder<DB, 'payments'>, gatewayPaymentId: string) =>
  selectFrom('payments as counting')
    .select('counting.id')
    .where('counting.gatewayPaymentId', '=', gatewayPaymentId)
    .union(
      selectFrom('refunds')
        .select('refunds.paymentId as id')
        .where('refunds.gatewayPaymentId', '=', gatewayPaymentId),
    )

/**
 * A captured payment by its id at the gateway, also when that is the id of a duplicate capture, with the orders that
 * were delivered for it. Undefined when it is not ours, or not known to be paid.
 */
export async function capturedWith(connection: Connection, gateway: string, gatewayPaymentId: string) {
  const payment = await connection
    .selectFrom('payments')
    .select(['id', 'memberId', 'gatewayPaymentId', 'amountPaise', 'capturedAt', 'state'])
    .where('gateway', '=', gateway)
    .where('status', '=', 'captured')
    .where('id', 'in', (column) => idsWithCapture(column, gatewayPaymentId))
    .executeTakeFirst()
  if (!payment) return undefined
  const orders = await connection
    .selectFrom('orders')
    .selectAll()
    .where('paymentId', '=', payment.id)
    .where('completedAt', 'is not', null)
    .orderBy('number')
    .execute()
  // A duplicate capture is returned in full; no order was delivered for it.
  return { payment, orders: payment.gatewayPaymentId === gatewayPaymentId ? orders : [] }
}

/**
 * A payment of ours by the id of one of its captures at the gateway, also when that one waits for staff or was a second
 * one.
 */
export const paymentWithCapture = (connection: Connection, gateway: string, gatewayPaymentId: string) =>
  connection
    .selectFrom('payments')
    .select(['id', 'memberId'])
    .where('gateway', '=', gateway)
    .where('status', 'in', ['captured', 'held'])
    .where('id', 'in', (column) => idsWithCapture(column, gatewayPaymentId))
    .executeTakeFirst()
