import { randomBytes } from 'node:crypto'

import { v7 as uuid } from 'uuid'

import type { ReplyFields } from '#contract/kit/endpoint.ts'
import { isoTime } from '#contract/kit/format.ts'
import { fieldProblem, ProblemError } from '#contract/kit/problem.ts'
import type { OrderSeat, seats } from '#contract/orders/seats.ts'
import { seatLimits } from '#contract/projects/seats.ts'

import { memberById } from '../../accounts/lookup-queries.ts'
import { firstName, shortName } from '../../accounts/short-name.ts'
import type { Dependencies } from '../../dependencies.ts'
import { sign } from '../../platform/crypto.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { countAttempt, type RateLimit, returnAttempt } from '../../platform/rate-limits/rate-limits.ts'
import { lockBuyer } from '../lookup-queries.ts'
import { isOwning } from '../order.ts'
import { orderById, type OrderRow } from '../queries.ts'
import { invitationEmail, invitationKind, mailGivenOn } from './emails.ts'
import { mailboxOf } from './mailbox.ts'
import {
  deleteOverInvitations,
  deleteInvitation,
  endSeatRow,
  insertSeat,
  isRefused,
  namedSeats,
  type SeatRow,
  seatsOf,
} from './queries.ts'

type OrderSeats = ReplyFields<typeof seats.ofOrder>

/** The seats of one of the member's orders. Throws not_found for another member's. */
export async function seatsOfOrder(
  connection: Connection,
  memberId: string,
  orderId: string,
): Promise<OrderSeats> {
  const order = await ownOrder(connection, memberId, orderId)
  if (!(await isOffered(connection, order))) return { isOffered: false, seats: [], free: 0 }
  const rows = await seatsOf(connection, orderId)
  const shown = rows.filter(isTaken)
  return { isOffered: true, seats: shown.map((row) => toSeat(row, rows)), free: freePlaces(rows).length }
}

/**
 * Invites somebody to a seat of one of the member's orders, with one email. Throws not_found for another member's
 * order; conflict when it has no seats, none is free, or this address had its email; invalid_input for the member's
 * own address and one whose reader wants no invitations; too_many_requests; and as sendNow does.
 */
export async function invite(
  dependencies: Dependencies,
  memberId: string,
  orderId: string,
  email: string,
): Promise<OrderSeats> {
  const { db, secret, config } = dependencies
  const { title } = await ownOrder(db, memberId, orderId)
  const buyer = (await memberById(db, memberId))!
  if (mailboxOf(email) === mailboxOf(buyer.email)) throw fieldProblem('email', 'This is your own address')
  const addressHash = addressHashOf(secret, email)
  const [ofBuyer, toAddress] = [invitationsOf(memberId), invitationsTo(addressHash)]
  for (const limit of [ofBuyer, toAddress]) await countAttempt(db, limit)
  const token = randomBytes(24).toString('base64url')
  const expiresAt = new Date(Date.now() + seatLimits.days * 86_400_000)
  const seat = { id: uuid(), orderId, addressHash, tokenHash: tokenHashOf(secret, token), expiresAt }
  try {
    await db.transaction().execute((trx) => takePlace(trx, memberId, seat))
  } catch (error) {
    // The address got no email. The buyer's try counts, so that nobody finds out who said 'Not me'.
    await returnAttempt(db, toAddress)
    throw error
  }
  const url = `${config.publicUrl}/seats/invitation#${token}`
  const content = invitationEmail({ invitedBy: firstName(buyer.name), title, expiresAt, url })
  try {
    await dependencies.sendNow(invitationKind, email, content, memberId)
  } catch (error) {
    await deleteInvitation(db, seat.id)
    for (const limit of [ofBuyer, toAddress]) await returnAttempt(db, limit)
    throw error
  }
  return seatsOfOrder(db, memberId, orderId)
}

/** Stores an invitation in a free place of an order. */
async function takePlace(
  trx: Connection,
  memberId: string,
  seat: { id: string; orderId: string; addressHash: string; tokenHash: string; expiresAt: Date },
) {
  await lockBuyer(trx, memberId)
  if (!(await isOffered(trx, await ownOrder(trx, memberId, seat.orderId))))
    throw new ProblemError('conflict', 'This order has no seats.')
  if (await isRefused(trx, seat.addressHash))
    throw fieldProblem('email', 'Whoever reads this address wants no invitations')
  await deleteOverInvitations(trx, seat.orderId)
  const rows = await seatsOf(trx, seat.orderId)
  if (rows.some(({ addressHash }) => addressHash === seat.addressHash))
    throw new ProblemError('conflict', 'This address has had its invitation. We send it once.')
  const [place] = freePlaces(rows)
  if (place === undefined) throw new ProblemError('conflict', 'No seat of this order is free.')
  await insertSeat(trx, { ...seat, place })
}

/**
 * Takes an invitation back, or ends an accepted seat so that it can be given to another. Throws not_found for a seat
 * that is not of one of the member's orders, and conflict for one that was given to another before, and for an
 * invitation that was accepted since the caller saw it.
 */
export async function endSeat(
  dependencies: Dependencies,
  memberId: string,
  { id: orderId, seat: seatId, state }: { id: string; seat: string; state?: OrderSeat['state'] | undefined },
): Promise<OrderSeats> {
  await dependencies.db.transaction().execute(async (trx) => {
    await lockBuyer(trx, memberId)
    const { title } = await ownOrder(trx, memberId, orderId)
    const rows = await seatsOf(trx, orderId)
    const row = rows.find((one) => one.id === seatId && isTaken(one))
    if (!row) throw new ProblemError('not_found', 'Seat not found')
    if (row.acceptedAt && state === 'invited')
      throw new ProblemError('conflict', 'This invitation has been accepted meanwhile.')
    if (row.acceptedAt && !mayBeGiven(row, rows))
      throw new ProblemError('conflict', 'This seat was given to another before, which is possible once.')
    await endSeatRow(trx, seatId)
    if (row.memberId) await mailGivenOn(dependencies, trx, { memberId: row.memberId, title })
  })
  return seatsOfOrder(dependencies.db, memberId, orderId)
}

async function ownOrder(connection: Connection, memberId: string, orderId: string): Promise<OrderRow> {
  const order = await orderById(connection, orderId)
  if (order?.memberId !== memberId) throw new ProblemError('not_found', 'Order not found')
  return order
}

const isOffered = async (connection: Connection, order: OrderRow) =>
  isOwning(order) && (await namedSeats(connection, order.id))

/** Whether a seat takes its place: it was accepted, or can be. */
const isTaken = ({ endedAt, acceptedAt, expiresAt }: SeatRow) =>
  endedAt === null && (acceptedAt !== null || expiresAt > new Date())

/** How often the seat in a place was accepted; who has ended counts too, or a seat could go from hand to hand. */
const acceptances = (place: number, rows: SeatRow[]) =>
  rows.filter((row) => row.place === place && row.acceptedAt !== null).length

const mayBeGiven = ({ place }: SeatRow, rows: SeatRow[]) => acceptances(place, rows) < seatLimits.acceptances

/** The places into which somebody can be invited now. */
const freePlaces = (rows: SeatRow[]): number[] =>
  Array.from({ length: seatLimits.count }, (_, index) => index + 1).filter(
    (place) =>
      !rows.some((row) => row.place === place && isTaken(row)) &&
      acceptances(place, rows) < seatLimits.acceptances,
  )

const toSeat = (row: SeatRow, rows: SeatRow[]): OrderSeat => ({
  id: row.id,
  state: row.acceptedAt ? 'accepted' : 'invited',
  name: row.name === null ? null : shortName(row.name),
  invitedAt: row.invitedAt.toISOString(),
  expiresAt: row.acceptedAt ? null : row.expiresAt.toISOString(),
  acceptedAt: isoTime(row.acceptedAt),
  allowed: row.acceptedAt ? (mayBeGiven(row, rows) ? 'give' : null) : 'take_back',
})

/** Limits the emails that one buyer sends to strangers. */
const invitationsOf = (memberId: string): RateLimit => ({
  name: 'invitations of member',
  subject: memberId,
  max: 10,
  seconds: 24 * 3600,
  refusal: 'You have sent many invitations.',
})

/** Limits the emails that buyers together send to one stranger. */
const invitationsTo = (addressHash: string): RateLimit => ({
  name: 'invitations to address',
  subject: addressHash,
  max: 3,
  seconds: 7 * 24 * 3600,
  refusal: 'This address has had many invitations.',
})

/** A keyed hash, so that nobody learns or tries addresses from the database. */
const addressHashOf = (secret: string, email: string) => sign(secret, 'seat address', mailboxOf(email))
export const tokenHashOf = (secret: string, token: string) => sign(secret, 'seat', token)
