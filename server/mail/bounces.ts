import type { Connection } from '../database/connection.ts'
import { proofHeader, provenRecipient } from './bounce-proof.ts'
import { readDeliveryReport } from './delivery-report.ts'
import { bounceOf, deleteUnblocked } from './queries.ts'
import { isHardReport } from './refusal.ts'

export { deleteBounce as forgetBounce, insertBounce } from './queries.ts'

/**
 * What a raw report of delivery says of an email of ours: whose it was, what the mail server said, and whether that is
 * for good. Undefined for what is no report, or not about an email that we wrote to that address.
 */
export function readBounce(secret: string, raw: string): Bounce | undefined {
  const report = readDeliveryReport(raw)
  const email = provenRecipient(secret, report?.returned.get(proofHeader.toLowerCase()))
  if (!report || email === undefined) return undefined
  const reply = `${report.status} ${report.diagnostic}`
    .replaceAll(/[^ -~]+/g, ' ')
    .slice(0, 300)
    .trim()
  return { email, reply, isHard: isHardReport(report) }
}

export interface Bounce {
  email: string
  reply: string
  isHard: boolean
}

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
