import { type Insertable, sql } from 'kysely'

import type { Connection } from '../../platform/database/connection.ts'
import type { DB } from '../../platform/database/tables.ts'
import { orderNumber } from '../order.ts'

/** The payment that this key of the member's stands for, with the things it was for. */
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

/** Lets a further key stand for a payment. */
export async function joinKey(trx: Connection, paymentId: string, key: string) {
  await trx
    .updateTable('payments')
    .set({ joinedKeys: sql`array_append(joined_keys, ${key})` })
    .where('id', '=', paymentId)
    .execute()
}

export const insertPayment = (trx: Connection, payment: Insertable<DB['payments']>) =>
  trx.insertInto('payments').values(payment).returningAll().executeTakeFirstOrThrow()

/**
 * Numbers for orders that are made now, by the calendar year of India: no two orders ever have the same. Other checkouts
 * wait here until this one commits, so it is asked for last.
 */
export async function takeNumbers(trx: Connection, count: number): Promise<string[]> {
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

/** Reserves a payment for one caller to ask the gateway for its order. Undefined when that is not to be done now, or no more. */
export const claimAtGateway = async (trx: Connection, paymentId: string, seconds: number) => {
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

/** Gives the claim back after a failure, so that the next attempt need not wait. */
export const releaseClaim = (connection: Connection, paymentId: string) =>
  claimUntil(connection, paymentId, sql<Date>`clock_timestamp()`)

async function claimUntil(
  connection: Connection,
  paymentId: string,
  gatewayClaimedUntil: ReturnType<typeof sql<Date>>,
) {
  await connection.updateTable('payments').set({ gatewayClaimedUntil }).where('id', '=', paymentId).execute()
}

/** Keeps the order that a gateway made for a payment, with the gateway's name and key: the configured one may have changed since the checkout. */
export async function keepGatewayOrder(
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

/** True while the payment still waits for its order at the gateway. */
export async function awaitsGateway(connection: Connection, paymentId: string): Promise<boolean> {
  const payment = await connection
    .selectFrom('payments')
    .select('id')
    .where('id', '=', paymentId)
    .where('status', '=', 'created')
    .where('gatewayOrderId', 'is', null)
    .executeTakeFirst()
  return payment !== undefined
}

/** What a payment is for, for the gateway's page. */
export const titlesOf = async (connection: Connection, paymentId: string): Promise<string[]> => {
  const rows = await connection
    .selectFrom('orders')
    .select('title')
    .where('paymentId', '=', paymentId)
    .orderBy('id')
    .execute()
  return rows.map(({ title }) => title)
}

/** Keeps what the buyer agreed to with a checkout and from which network address; the first time counts. */
export async function noteAcceptance(
  connection: Connection,
  record: { paymentId: string; terms: string; address: string },
): Promise<void> {
  await connection
    .insertInto('checkoutRecords')
    .values(record)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** What the buyer agreed to when they paid; nothing for what was bought before it was kept. */
export const acceptanceOf = (connection: Connection, paymentId: string) =>
  connection
    .selectFrom('checkoutRecords')
    .select(['terms', 'acceptedAt', 'address'])
    .where('paymentId', '=', paymentId)
    .executeTakeFirst()

/** Forgets from which addresses a member paid. */
export async function eraseAddresses(trx: Connection, memberId: string): Promise<void> {
  await trx
    .updateTable('checkoutRecords')
    .set({ address: null })
    .where('paymentId', 'in', trx.selectFrom('payments').select('id').where('memberId', '=', memberId))
    .execute()
}
