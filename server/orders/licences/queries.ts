import { sql } from 'kysely'

import type { Connection } from '../../platform/database/connection.ts'

/** The licence of an order with its order, release and terms, or undefined. */
export const licenceOf = (connection: Connection, orderId: string) =>
  withOrder(connection).where('licences.orderId', '=', orderId).executeTakeFirst()
export type LicenceRow = NonNullable<Awaited<ReturnType<typeof licenceOf>>>

export const licenceByCode = (connection: Connection, code: string) =>
  withOrder(connection).where('licences.code', '=', code).executeTakeFirst()

/** The licence of a seat that was accepted, found by its id or its code. */
export const licenceOfSeat = (connection: Connection, by: { id: string } | { code: string }) =>
  connection
    .selectFrom('seats')
    .innerJoin('orders', 'orders.id', 'seats.orderId')
    .leftJoin('releases', 'releases.id', 'orders.releaseId')
    .innerJoin('soldListings', 'soldListings.id', 'orders.listingId')
    .select(['soldListings.licence as terms', 'ownLicence'])
    .select(['seats.code', 'seats.name', 'seats.acceptedAt as issuedAt', 'releases.number as release'])
    .select(['orders.number', 'orders.title', 'orders.kind', 'orders.createdAt', 'orders.projectId'])
    // What ends a seat withdraws its licence, as a refund does that of an order.
    .select(sql<string>`case when ended_at is null then orders.status else 'refunded' end`.as('status'))
    .select(sql<boolean>`true`.as('isSeat'))
    .where('code' in by ? 'seats.code' : 'seats.id', '=', 'code' in by ? by.code : by.id)
    .where('seats.acceptedAt', 'is not', null)
    .$narrowType<{ code: string; name: string; issuedAt: Date }>()
    .executeTakeFirst()

const withOrder = (connection: Connection) =>
  connection
    .selectFrom('licences')
    .innerJoin('orders', 'orders.id', 'licences.orderId')
    .leftJoin('releases', 'releases.id', 'orders.releaseId')
    .innerJoin('soldListings', 'soldListings.id', 'orders.listingId')
    .select([
      'soldListings.licence as terms',
      // The owner's own licence covers only the source.
      sql<string | null>`case when orders.kind = 'source' then sold_listings.own_licence end`.as(
        'ownLicence',
      ),
    ])
    .select(sql<boolean>`false`.as('isSeat'))
    .select(['licences.code', 'licences.name', 'licences.issuedAt', 'releases.number as release'])
    .select(['orders.number', 'orders.title', 'orders.kind', 'orders.status', 'orders.createdAt'])
    .select('orders.projectId')

/** Inserts the licence of an order in its buyer's name, unless it exists. */
export const insertLicence = (connection: Connection, orderId: string, code: string) =>
  connection
    .insertInto('licences')
    .columns(['orderId', 'code', 'name'])
    .expression(
      connection
        .selectFrom('orders')
        .innerJoin('members', 'members.id', 'orders.memberId')
        .select(['orders.id', sql.lit(code).as('code'), 'members.name'])
        .where('orders.id', '=', orderId),
    )
    .onConflict((conflict) => conflict.column('orderId').doNothing())
    .execute()

/** Erases a member's name from their licences, which stay valid. */
export const eraseLicenceNames = (trx: Connection, memberId: string) =>
  trx
    .updateTable('licences')
    .set({ name: '' })
    .where('orderId', 'in', trx.selectFrom('orders').select('id').where('memberId', '=', memberId))
    .execute()
