import { ProblemError } from '#contract/kit/problem.ts'

import type { Connection } from '../../database/connection.ts'
import { deleteLinksOf, revokeSessionsOf, signedOut } from '../../sessions/service.ts'
import { deleteCodesOf, lockEmail } from '../codes/queries.ts'
import { lockMember, type Member, memberById } from '../queries.ts'
import { setDeactivated, setReactivated } from './queries.ts'

export { idsOfNamed, memberIdsNamed, membersIn, setAgent } from './queries.ts'

/**
 * A member, locked for a change by staff: nobody signs in as them, changes them or creates a project as them meanwhile.
 * Throws not_found; conflict when the account was deleted, or is being changed just now.
 */
export async function lockForStaff(trx: Connection, memberId: string): Promise<Member> {
  const known = await memberById(trx, memberId)
  if (!known) throw new ProblemError('not_found', 'Member not found')
  // Always before the row: who signs in takes them in this order.
  await lockEmail(trx, known.email)
  const member = (await lockMember(trx, memberId))!
  if (member.erasedAt) throw new ProblemError('conflict', 'This member has deleted their account.')
  if (member.email !== known.email)
    throw new ProblemError('conflict', 'This member has just changed their email. Please try again.')
  return member
}

/** Keeps a locked member from signing in, and ends their sessions, codes and links in every process. */
export async function deactivateAccount(trx: Connection, { id, email }: Member, reason: string) {
  await setDeactivated(trx, id, reason)
  await revokeSessionsOf(trx, id, 'all')
  await deleteCodesOf(trx, email)
  await deleteLinksOf(trx, 'member', email)
}

/** Lets a locked member sign in again. What ended stays ended. */
export const reactivateAccount = (trx: Connection, { id }: Member) => setReactivated(trx, id)

/** Throws signed_out for a member who was deactivated since their request began. */
export async function requireActive(connection: Connection, memberId: string): Promise<void> {
  const member = await memberById(connection, memberId)
  if (!member || member.deactivatedAt) throw signedOut()
}
