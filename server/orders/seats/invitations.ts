import { ProblemError } from '#contract/kit/problem.ts'

import { firstName } from '../../accounts/short-name.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { signedOut } from '../../platform/sessions/access-token.ts'
import { newCode } from '../licences/service.ts'
import { lockBuyer } from '../lookup-queries.ts'
import { owningOrder, seatOf } from '../queries.ts'
import { acceptSeat, deleteInvitation, insertRefusal, lockAccount, openInvitation } from './queries.ts'
import { tokenHashOf } from './service.ts'

/** Who invites to what by an open invitation. Throws not_found when it is over. */
export async function invitationWith({ db, secret }: Dependencies, token: string) {
  const { buyerName, title, expiresAt } = await found(db, tokenHashOf(secret, token))
  return { invitedBy: firstName(buyerName), projectTitle: title, expiresAt: expiresAt.toISOString() }
}

/**
 * Accepts an invitation for a member; returns the id of the seat. Throws not_found when it is over, and conflict for
 * who has the project: its owner, a buyer, and who has a seat of it.
 */
export const acceptInvitation = (
  { db, secret }: Dependencies,
  memberId: string,
  token: string,
): Promise<string> =>
  db.transaction().execute(async (trx) => {
    const { id, projectId, ownerId } = await lockInvitation(trx, tokenHashOf(secret, token), memberId)
    const hasIt =
      ownerId === memberId ||
      (await owningOrder(trx, memberId, projectId, 'source')) ||
      (await seatOf(trx, memberId, projectId))
    if (hasIt) throw new ProblemError('conflict', 'You have this project already. Leave the seat to another.')
    const account = await lockAccount(trx, memberId)
    if (!account) throw signedOut()
    await acceptSeat(trx, id, { memberId, name: account.name, code: newCode() })
    return id
  })

/** Ends an invitation, and keeps the hash of its address so that nobody is invited there again. Throws not_found. */
export const declineInvitation = ({ db, secret }: Dependencies, token: string): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const { id, addressHash } = await lockInvitation(trx, tokenHashOf(secret, token))
    await insertRefusal(trx, addressHash!)
    await deleteInvitation(trx, id)
  })

/**
 * Finds an open invitation, which changes no more until the transaction ends; nor does what the member has who accepts it.
 */
async function lockInvitation(trx: Connection, tokenHash: string, memberId?: string) {
  const { buyerId } = await found(trx, tokenHash)
  const ids = new Set([buyerId, memberId ?? buyerId])
  for (const id of [...ids].sort()) await lockBuyer(trx, id)
  return found(trx, tokenHash)
}

async function found(connection: Connection, tokenHash: string) {
  const invitation = await openInvitation(connection, tokenHash)
  if (!invitation)
    throw new ProblemError(
      'not_found',
      'This invitation is over: it was used, taken back, or its time is up.',
    )
  return invitation
}
