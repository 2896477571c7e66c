import { type Insertable, type Selectable, sql } from 'kysely'

import { entitlingStatuses } from '#contract/orders/orders.ts'

import type { Connection } from '../../platform/database/connection.ts'
import type { DB } from '../../platform/database/tables.ts'
import { boughtRelease, recall, validSeats } from '../queries.ts'

export type SeatRow = Selectable<DB['seats']>

/** The seats of an order, also those that have ended, in the order of their places. */
export const seatsOf = (connection: Connection, orderId: string) =>
  connection
    .selectFrom('seats')
    .selectAll()
    .where('orderId', '=', orderId)
    .orderBy('place')
    .orderBy('invitedAt')
    .execute()

/** Whether the listing that was bought with an order named seats. */
export async function namedSeats(connection: Connection, orderId: string): Promise<boolean> {
  const order = await connection
    .selectFrom('orders')
    .innerJoin('soldListings', 'soldListings.id', 'orders.listingId')
    .select('orders.id')
    .where('orders.id', '=', orderId)
    .where('orders.kind', '=', 'source')
    .where(sql<boolean>`(listing::jsonb ->> 'allowsSeats')::boolean`)
    .executeTakeFirst()
  return order !== undefined
}

export const insertSeat = (trx: Connection, seat: Insertable<DB['seats']>) =>
  trx.insertInto('seats').values(seat).execute()

/** Deletes an invitation, unless somebody has accepted it. */
export const deleteInvitation = (trx: Connection, id: string) =>
  trx.deleteFrom('seats').where('id', '=', id).where('acceptedAt', 'is', null).execute()

/** Deletes the invitations that nobody accepted in time, of one order or of all. */
export async function deleteOverInvitations(connection: Connection, orderId?: string): Promise<void> {
  await connection
    .deleteFrom('seats')
    .where('acceptedAt', 'is', null)
    .where('expiresAt', '<=', sql<Date>`now()`)
    .$if(orderId !== undefined, (query) => query.where('orderId', '=', orderId!))
    .execute()
}

/** Ends a seat; an invitation that ends keeps the hash of its address until it would have been over. */
export const endSeatRow = (trx: Connection, id: string) =>
  trx
    .updateTable('seats')
    .set({ endedAt: sql<Date>`now()` })
    .where('id', '=', id)
    .where('endedAt', 'is', null)
    .execute()

/** The open invitation with the hash of a token, with its order and buyer; undefined when it is over. */
export const openInvitation = (connection: Connection, tokenHash: string) =>
  connection
    .selectFrom('seats')
    .innerJoin('orders', 'orders.id', 'seats.orderId')
    .innerJoin('members as buyers', 'buyers.id', 'orders.memberId')
    .selectAll('seats')
    .select(['orders.title', 'orders.projectId', 'orders.ownerId', 'orders.memberId as buyerId'])
    .select('buyers.name as buyerName')
    .where('seats.tokenHash', '=', tokenHash)
    .where('seats.endedAt', 'is', null)
    .where('seats.expiresAt', '>', sql<Date>`now()`)
    .where('orders.status', 'in', entitlingStatuses)
    .where('buyers.deactivatedAt', 'is', null)
    .where('buyers.erasedAt', 'is', null)
    .executeTakeFirst()

/** Makes an invitation the seat of a member. */
export const acceptSeat = (
  trx: Connection,
  id: string,
  seat: { memberId: string; name: string; code: string },
) =>
  trx
    .updateTable('seats')
    .set({ ...seat, acceptedAt: sql<Date>`now()`, addressHash: null, tokenHash: null })
    .where('id', '=', id)
    .execute()

/** The name of a member who has an account, which is not erased until the transaction ends; undefined without one. */
export const lockAccount = (trx: Connection, memberId: string) =>
  trx
    .selectFrom('members')
    .select('name')
    .where('id', '=', memberId)
    .where('erasedAt', 'is', null)
    .where('deactivatedAt', 'is', null)
    .forShare()
    .executeTakeFirst()

/** Records that whoever reads an address wants no invitations. */
export const insertRefusal = (trx: Connection, addressHash: string) =>
  trx
    .insertInto('seatRefusals')
    .values({ addressHash })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

export async function isRefused(connection: Connection, addressHash: string): Promise<boolean> {
  const refusal = await connection
    .selectFrom('seatRefusals')
    .select('addressHash')
    .where('addressHash', '=', addressHash)
    .executeTakeFirst()
  return refusal !== undefined
}

/** The valid seats of a member, newest first, with their projects. */
export const seatsOfMember = (connection: Connection, memberId: string) =>
  validSeats(connection)
    .innerJoin('members as buyers', 'buyers.id', 'orders.memberId')
    .select(['seats.id', 'seats.acceptedAt', 'orders.projectId', 'orders.title', 'buyers.name as buyerName'])
    .select([
      sql<boolean>`exists (select from published_projects where project_id = orders.project_id)`.as(
        'isListed',
      ),
      boughtRelease.as('release'),
      recall.as('recall'),
    ])
    .where('seats.memberId', '=', memberId)
    .$narrowType<{ acceptedAt: Date }>()
    .orderBy('seats.acceptedAt', 'desc')
    .execute()
export type OwnSeatRow = Awaited<ReturnType<typeof seatsOfMember>>[number]

/** Who has a seat of an order now. */
export const holdersOf = (connection: Connection, orderId: string) =>
  connection
    .selectFrom('seats')
    .select(['id', 'memberId'])
    .where('orderId', '=', orderId)
    .where('endedAt', 'is', null)
    .where('memberId', 'is not', null)
    .$narrowType<{ memberId: string }>()
    .execute()

/** How many of those who have or had a seat of an order downloaded a release of its project, how often and when. */
export const downloadsBySeats = (connection: Connection, orderId: string) =>
  connection
    .selectFrom('downloads')
    .innerJoin('releases', 'releases.id', 'downloads.releaseId')
    .innerJoin('orders', 'orders.projectId', 'releases.projectId')
    .select(({ fn }) => [
      fn.count<number>('downloads.memberId').distinct().as('people'),
      fn.sum<number>('downloads.times').as('times'),
      fn.min('firstAt').as('firstAt'),
      fn.max('lastAt').as('lastAt'),
    ])
    .where('orders.id', '=', orderId)
    .where('downloads.memberId', 'in', (query) =>
      query
        .selectFrom('seats')
        .select('memberId')
        .where('orderId', '=', orderId)
        .where('memberId', 'is not', null)
        .$narrowType<{ memberId: string }>(),
    )
    .executeTakeFirstOrThrow()

/** Ends the seats of an order, and deletes its invitations. */
export async function endSeats(trx: Connection, orderId: string): Promise<void> {
  await trx.deleteFrom('seats').where('orderId', '=', orderId).where('acceptedAt', 'is', null).execute()
  await trx
    .updateTable('seats')
    .set({ endedAt: sql<Date>`now()` })
    .where('orderId', '=', orderId)
    .where('endedAt', 'is', null)
    .execute()
}

/** Ends the seats that a member has, without their name, and deletes the invitations to seats of their orders. */
export async function eraseSeatsOf(trx: Connection, memberId: string): Promise<void> {
  await trx
    .updateTable('seats')
    .set({ memberId: null, name: '', endedAt: sql<Date>`coalesce(ended_at, now())` })
    .where('memberId', '=', memberId)
    .execute()
  await trx
    .deleteFrom('seats')
    .where('acceptedAt', 'is', null)
    .where('orderId', 'in', trx.selectFrom('orders').select('id').where('memberId', '=', memberId))
    .execute()
}
