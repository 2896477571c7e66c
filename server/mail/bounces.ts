import type { Connection } from '../database/connection.ts'
import { bounceOf, deleteUnblocked } from './queries.ts'

export { deleteBounce as forgetBounce } from './queries.ts'

/**
 * What somebody who signs in is told when mail to their address came back: at every sign-in as long as nothing gets
 * through, and once afterwards. Undefined when nothing came back.
 */
export async function bounceNotice(
  connection: Connection,
  email: string,
  advice: string,
): Promise<string | undefined> {
  const bounce = await bounceOf(connection, email)
  if (!bounce) return undefined
  if (!bounce.isBlocked) await deleteUnblocked(connection, email)
  return `Mail to ${email} came back. ${advice}`
}
