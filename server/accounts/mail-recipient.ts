import type { Connection } from '../database/connection.ts'
import type { Recipient } from '../mail/worker.ts'
import { memberById } from './queries.ts'

/** Where a member's mail goes and what of it they have switched off; undefined for one who is gone or deactivated. */
export async function mailRecipient(
  connection: Connection,
  memberId: string,
): Promise<Recipient | undefined> {
  const member = await memberById(connection, memberId)
  if (!member || member.deactivatedAt) return undefined
  return { email: member.email, preferences: member.preferences as Recipient['preferences'] }
}
