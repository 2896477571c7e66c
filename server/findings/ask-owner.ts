import { memberById } from '../accounts/service.ts'
import type { Connection } from '../database/connection.ts'
import { mailMember, type MailParts } from '../mail/enqueue.ts'
import { blockedEmail, blockedKind } from './blocked-email.ts'
import { noteMailed, projectToVerify } from './queries.ts'
import { readFindings } from './read.ts'

/**
 * Mails the owner of a release that has been checked what they have to remove or explain before staff look at it: once for
 * a release, in the transaction that keeps the check. Does nothing when there is nothing of the kind, or staff have decided.
 */
export async function askOwner(parts: MailParts, trx: Connection, releaseId: string): Promise<void> {
  const project = await projectToVerify(trx, releaseId)
  if (!project) return
  const { findings, isBlocked } = await readFindings(trx, project, 'owner')
  if (!isBlocked || !(await noteMailed(trx, releaseId))) return
  const owner = await memberById(trx, project.ownerId)
  if (!owner || owner.deactivatedAt) return
  const blocking = findings.filter((one) => one.isBlocking)
  const content = blockedEmail({ ...project, blocking, publicUrl: parts.config.publicUrl })
  await mailMember(parts, trx, blockedKind, owner, content)
}
