import type { Connection } from '../database/connection.ts'
import { imageFiles } from '../images/variants.ts'
import { forgetBounce } from '../mail/bounces.ts'
import { deleteLinksOf, deleteSessionsOf } from '../sessions/service.ts'
import { avatarKey } from './avatars/service.ts'
import { deleteCodesOf, lockEmail } from './codes/queries.ts'
import { deleteConfirmationsOf } from './confirmations/queries.ts'
import { blankMember, lockMember, type Member, memberById } from './queries.ts'

/** Locks a member for their deletion: nobody signs in as them or changes them meanwhile. Undefined when they are gone. */
export async function lockAccount(trx: Connection, memberId: string): Promise<Member | undefined> {
  const member = await memberById(trx, memberId)
  if (!member) return undefined
  // Always before the row: who signs in takes them in this order.
  await lockEmail(trx, member.email)
  const locked = await lockMember(trx, memberId)
  return locked?.email === member.email && !locked.deactivatedAt ? locked : undefined
}

/**
 * Erases the personal data of a locked member: the profile, sessions, codes and links. The email is free when the
 * transaction commits. Answers the keys of the picture, to be deleted in the store.
 */
export async function eraseAccount(
  trx: Connection,
  { id, email, profilePicture }: Member,
): Promise<string[]> {
  await blankMember(trx, id)
  await deleteSessionsOf(trx, id)
  await deleteConfirmationsOf(trx, id)
  await deleteCodesOf(trx, email)
  await deleteLinksOf(trx, 'member', email)
  await forgetBounce(trx, email)
  return profilePicture ? imageFiles.avatar.map((file) => avatarKey(profilePicture, file)) : []
}
