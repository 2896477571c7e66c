import { memberById } from '../accounts/service.ts'
import { forgetListing, isPublished, nextUnannounced, noteAnnounced } from '../catalogue/service.ts'
import type { Connection } from '../database/connection.ts'
import { followersAfter } from '../follows/service.ts'
import { mailMember, type MailParts } from '../mail/enqueue.ts'
import type { Parts } from '../parts.ts'
import { anyProject } from '../projects/service.ts'
import { announcementEmail, announcementKind } from './announcement-email.ts'

/** Emails asked for in one transaction. */
const batch = 200

/**
 * Mails the followers of its owner about every project that has become public for the first time. Each batch and how far
 * it got are one transaction, so each follower is mailed once, however often this is killed or done again.
 */
export async function announceListings(
  parts: MailParts & Pick<Parts, 'db'>,
  atOnce: number = batch,
): Promise<void> {
  const announceNext = () => parts.db.transaction().execute((trx) => announceSome(parts, trx, atOnce))
  while (await announceNext());
}

/** Mails the next followers about one project; false when there is nothing left to announce. */
async function announceSome(parts: MailParts, trx: Connection, atOnce: number): Promise<boolean> {
  const listing = await nextUnannounced(trx)
  if (!listing) return false
  const { projectId, announcedTo } = listing
  if (!(await isPublished(trx, projectId))) {
    await (announcedTo
      ? noteAnnounced(trx, projectId, { to: announcedTo, isDone: true })
      : forgetListing(trx, projectId))
    return true
  }
  const project = await anyProject(trx, projectId)
  const owner = await memberById(trx, project.ownerId)
  const followers = await followersAfter(trx, project.ownerId, announcedTo ?? undefined, atOnce)
  const content = announcementEmail({
    ...project,
    ownerName: owner?.name ?? 'An owner',
    publicUrl: parts.config.publicUrl,
  })
  for (const follower of followers) await mailMember(parts, trx, announcementKind, follower, content)
  await noteAnnounced(trx, projectId, {
    to: followers.at(-1)?.id ?? announcedTo,
    isDone: followers.length < atOnce,
  })
  return true
}
