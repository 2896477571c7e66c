import { ProblemError } from '#contract/kit/problem.ts'

import type { Connection } from '../platform/database/connection.ts'
import { imageFiles } from '../platform/images/variants.ts'
import { deleteBounce } from '../platform/mail/queries.ts'
import { signedOut } from '../platform/sessions/access-token.ts'
import { deleteLinksOf, deleteSessionsOf, revokeSessionsOf } from '../platform/sessions/queries.ts'
import { avatarKey } from './avatars.ts'
import { deleteCodesOf, deleteConfirmationsOf, lockEmail } from './code-queries.ts'
import { deleteLeftBehindOf } from './left-behind-queries.ts'
import { type Member, memberById } from './lookup-queries.ts'
import { anonymizeMember, lockMember, setAgent, setDeactivated, setReactivated } from './queries.ts'

/**
 * Locks a member for a change by staff: nobody signs in as them, changes them or creates a project as them meanwhile.
 * Throws not_found; throws conflict when the account was deleted, or is being changed just now.
 */
export async function lockForStaff(trx: Connection, memberId: string): Promise<Member> {
  const known = await memberById(trx, memberId)
  if (!known) throw new ProblemError('not_found', 'Member not found')
  // The order of locks (docs/ARCHITECTURE.md).
  await lockEmail(trx, known.email)
  const member = (await lockMember(trx, memberId))!
  if (member.erasedAt) throw new ProblemError('conflict', 'This member has deleted their account.')
  if (member.email !== known.email)
    throw new ProblemError('conflict', 'This member has just changed their email. Please try again.')
  return member
}

/** Deactivates a locked member: ends their sessions, codes and links in every process. */
export async function deactivateAccount(trx: Connection, { id, email }: Member, reason: string) {
  await setDeactivated(trx, id, reason)
  await revokeSessionsOf(trx, id, 'all')
  await deleteCodesOf(trx, email)
  await deleteLinksOf(trx, 'member', email)
}

/** Reactivates a locked member. Sessions, codes and links that ended stay ended. */
export const reactivateAccount = (trx: Connection, { id }: Member) => setReactivated(trx, id)

/** Makes a locked member an agent or an ordinary member. */
export const changeAgentStatus = (trx: Connection, { id }: Member, isAgent: boolean) =>
  setAgent(trx, id, isAgent)

/** Throws signed_out for a member who was deactivated since their request began. */
export async function requireActive(connection: Connection, memberId: string): Promise<void> {
  const member = await memberById(connection, memberId)
  if (!member || member.deactivatedAt) throw signedOut()
}

/**
 * Locks a member for their deletion: nobody signs in as them or changes them meanwhile. Returns undefined when the
 * account no longer exists, is deactivated or has just changed its email.
 */
export async function lockAccount(trx: Connection, memberId: string): Promise<Member | undefined> {
  const member = await memberById(trx, memberId)
  if (!member) return undefined
  // The order of locks (docs/ARCHITECTURE.md).
  await lockEmail(trx, member.email)
  const locked = await lockMember(trx, memberId)
  return locked?.email === member.email && !locked.deactivatedAt ? locked : undefined
}

/**
 * Erases the personal data of a locked member: the profile, sessions, codes and links. The email is free when the
 * transaction commits. Returns the storage keys of the picture, to be deleted.
 */
export async function eraseAccount(
  trx: Connection,
  { id, email, profilePicture }: Member,
): Promise<string[]> {
  await anonymizeMember(trx, id)
  await deleteSessionsOf(trx, id)
  await deleteConfirmationsOf(trx, id)
  await deleteLeftBehindOf(trx, id)
  await deleteTracesOf(trx, email)
  return profilePicture ? imageFiles.avatar.map((file) => avatarKey(profilePicture, file)) : []
}

/** Deletes what is stored by a member's email alone: codes, links, and that its mails came back. */
export async function deleteTracesOf(trx: Connection, email: string): Promise<void> {
  await deleteCodesOf(trx, email)
  await deleteLinksOf(trx, 'member', email)
  await deleteBounce(trx, email)
}
