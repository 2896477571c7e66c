import type { ReplyFields } from '#contract/kit/endpoint.ts'
import { ProblemError } from '#contract/kit/problem.ts'
import type { Seat, seats } from '#contract/orders/seats.ts'

import { firstName } from '../../accounts/short-name.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { Connection, Database } from '../../platform/database/connection.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { sourceLink } from '../downloads/source-link.ts'
import { seatLicenceFile } from '../licences/service.ts'
import { validSeat } from '../queries.ts'
import { startFor } from '../start.ts'
import { endSeatRow, type OwnSeatRow, seatsOfMember } from './queries.ts'

/** The seats that a member has, newest first. */
export const mySeats = async ({ db, secret }: Dependencies, memberId: string): Promise<Seat[]> =>
  (await seatsOfMember(db, memberId)).map((row) => toOwnSeat(row, secret))

/** One of the seats of the caller, with what starts the project. Throws not_found. */
export async function mySeat(
  dependencies: Dependencies,
  caller: Caller,
  seatId: string,
): Promise<ReplyFields<typeof seats.get>['seat']> {
  const row = (await seatsOfMember(dependencies.db, caller.id)).find(({ id }) => id === seatId)
  if (!row) throw seatNotFound()
  const start = await startFor(dependencies, caller, { ...row, kind: 'source', allowed: ['download'] })
  return { ...toOwnSeat(row, dependencies.secret), ...start }
}

/** The licence of one of the member's seats, as a file. Throws not_found. */
export async function myLicenceOfSeat({ db, config }: Dependencies, memberId: string, seatId: string) {
  await requireOwnSeat(db, memberId, seatId)
  return seatLicenceFile(db, seatId, config)
}

/** Ends one of the member's seats. Throws not_found. */
export async function leaveSeat(db: Database, memberId: string, seatId: string): Promise<void> {
  await requireOwnSeat(db, memberId, seatId)
  await endSeatRow(db, seatId)
}

async function requireOwnSeat(connection: Connection, memberId: string, seatId: string) {
  const seat = await validSeat(connection, seatId)
  if (seat?.memberId !== memberId) throw seatNotFound()
}

const seatNotFound = () => new ProblemError('not_found', 'Seat not found')

/** A seat as who has it sees it. */
const toOwnSeat = (row: OwnSeatRow, secret: string): Seat => ({
  id: row.id,
  projectId: row.projectId,
  projectTitle: row.title,
  isListed: row.isListed,
  invitedBy: firstName(row.buyerName),
  acceptedAt: row.acceptedAt.toISOString(),
  release: row.release,
  recall: row.recall && { ...row.recall, recalledAt: new Date(row.recall.recalledAt).toISOString() },
  downloadUrl: sourceLink(secret, { kind: 'seat', id: row.id }, row),
})
