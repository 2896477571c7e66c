import { type Insertable, sql } from 'kysely'

import type { Connection } from '../../platform/database/connection.ts'
import type { DB } from '../../platform/database/tables.ts'
import { orderNumber } from '../order.ts'

/** A member's payment by one of its idempotency keys, with its items. */
export async function paymentByKey(connection: Connection, memberId: string, key: string) {
  const payment = await connection
    .selectFrom('payments')
    .selectAll()
    .where('memberId', '=', memberId)
    .where((column) =>
      column.or([column('idempotencyKey', '=', key), sql<boolean>`${key} = any(joined_keys)`]),
    )
    .executeTakeFirst()
  return payment && { ...payment, items: await itemsOf(connection, payment.id) }
}

export const itemsOf = (connection: Connection, paymentId: string) =>
  connection
    .selectFrom('orders')
    .select(['projectId', 'kind', 'amountPaise', 'refundDays', 'listingId'])
    .where('paymentId', '=', paymentId)
    .execute()

/** The number of further idempotency keys that a payment answers to. */
const maxJoinedKeys = 20

/** Adds a further idempotency key to a payment; of many the newest stay. */
export async function addIdempotencyKey(trx: Connection, paymentId: string, key: string) {
  await trx
    .updateTable('payments')
    .set({
      joinedKeys: sql`(array_append(joined_keys, ${key}))[greatest(cardinality(joined_keys) + 2 - ${maxJoinedKeys}::int, 1):]`,
    })
    .where('id', '=', paymentId)
    .execute()
}

/** A member's payments that wait to be paid, the oldest first, with their age in seconds. */
export const openPaymentsOf = (connection: Connection, memberId: string) =>
  connection
    .selectFrom('payments')
    .select(['id', sql<number>`extract(epoch from clock_timestamp() - created_at)::float8`.as('age')])
    .where('memberId', '=', memberId)
    .where('status', '=', 'created')
    .where((column) =>
      column.or([
        column('authorizedAt', 'is', null),
        column('authorizedAt', '<=', sql<Date>`now() - interval '1 day'`),
      ]),
    )
    .orderBy('createdAt')
    .execute()

export const insertPayment = (trx: Connection, payment: Insertable<DB['payments']>) =>
  trx.insertInto('payments').values(payment).returningAll().executeTakeFirstOrThrow()

/**
 * Allocates numbers for new orders, by the calendar year in India; no two orders ever have the same number. Other
 * checkouts wait here until this one commits, so a checkout calls it last.
 */
export async function allocateOrderNumbers(trx: Connection, count: number): Promise<string[]> {
  const { year, last } = await trx
    .insertInto('orderNumbers')
    .values({ year: sql<number>`extract(year from now() at time zone 'Asia/Kolkata')`, last: count })
    .onConflict((conflict) =>
      conflict.column('year').doUpdateSet({ last: sql`order_numbers.last + excluded.last` }),
    )
    .returning(['year', 'last'])
    .executeTakeFirstOrThrow()
  return Array.from({ length: count }, (_, index) => orderNumber(year, last - count + 1 + index))
}

export async function insertOrders(trx: Connection, orders: Insertable<DB['orders']>[]) {
  await trx.insertInto('orders').values(orders).execute()
}

/**
 * Claims a payment for one caller, who then creates its order at the gateway. Undefined when another caller has a
 * claim, or the payment needs no order any more.
 */
export const claimGatewayOrder = async (trx: Connection, paymentId: string, seconds: number) => {
  const payment = await trx
    .selectFrom('payments')
    .select(['id', 'amountPaise', 'gatewayClaimedUntil'])
    .where('id', '=', paymentId)
    .where('status', '=', 'created')
    .where('gatewayOrderId', 'is', null)
    .where((column) =>
      column.or([
        column('gatewayClaimedUntil', 'is', null),
        column('gatewayClaimedUntil', '<=', sql<Date>`clock_timestamp()`),
      ]),
    )
    .forUpdate()
    .executeTakeFirst()
  if (payment)
    await claimUntil(trx, paymentId, sql<Date>`clock_timestamp() + make_interval(secs => ${seconds})`)
  return payment
}

/** Releases a claim after a failure, so that the next attempt need not wait. */
export const releaseClaim = (connection: Connection, paymentId: string) =>
  claimUntil(connection, paymentId, sql<Date>`clock_timestamp()`)

async function claimUntil(
  connection: Connection,
  paymentId: string,
  gatewayClaimedUntil: ReturnType<typeof sql<Date>>,
) {
  await connection.updateTable('payments').set({ gatewayClaimedUntil }).where('id', '=', paymentId).execute()
}

/**
 * Saves the order that a gateway created for a payment, with the gateway's name and key: the configured gateway may
 * have changed since the checkout.
 */
export async function saveGatewayOrder(
  connection: Connection,
  paymentId: string,
  order: { gateway: string; gatewayKey: string; gatewayOrderId: string },
) {
  await connection
    .updateTable('payments')
    .set(order)
    .where('id', '=', paymentId)
    .where('gatewayOrderId', 'is', null)
    .execute()
}

/** Returns whether a payment still waits for its order at the gateway. */
export async function needsGatewayOrder(connection: Connection, paymentId: string): Promise<boolean> {
  const payment = await connection
    .selectFrom('payments')
    .select('id')
    .where('id', '=', paymentId)
    .where('status', '=', 'created')
    .where('gatewayOrderId', 'is', null)
    .executeTakeFirst()
  return payment !== undefined
}

/** The titles of a payment's items, for the gateway's page. */
export const titlesOf = async (connection: Connection, paymentId: string): Promise<string[]> => {
  const rows = await connection
    .selectFrom('orders')
    .select('title')
    .where('paymentId', '=', paymentId)
    .orderBy('id')
    .execute()
  return rows.map(({ title }) => title)
}

/** Saves the terms that the buyer accepted with a checkout and their network address; a repetition changes nothing. */
export async function recordAcceptance(
  connection: Connection,
  record: { paymentId: string; terms: string; address: string },
): Promise<void> {
  await connection
    .insertInto('checkoutRecords')
    .values(record)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The terms that the buyer accepted with a payment; undefined when the process ended before it saved them. */
export const acceptanceOf = (connection: Connection, paymentId: string) =>
  connection
    .selectFrom('checkoutRecords')
    .select(['terms', 'acceptedAt', 'address'])
    .where('paymentId', '=', paymentId)
    .executeTakeFirst()

/** Erases the network addresses from which a member paid. */
export async function eraseAddresses(trx: Connection, memberId: string): Promise<void> {
  await trx
    .updateTable('checkoutRecords')
    .set({ address: null })
    .where('paymentId', 'in', trx.selectFrom('payments').select('id').where('memberId', '=', memberId))
    .execute()
}
