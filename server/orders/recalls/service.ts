import type { Received, ReplyFields } from '#contract/endpoint.ts'
import type { RecallableRelease, recalls } from '#contract/orders/recalls.ts'
import { ProblemError } from '#contract/problem.ts'

import { isPublished } from '../../catalogue/publish-queries.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { Connection } from '../../platform/database/connection.ts'
import type { StaffCaller } from '../../platform/http/caller.ts'
import { mailMember } from '../../platform/mail/send.ts'
import { anyProject, projectNotFound } from '../../projects/access.ts'
import { unavailableListing } from '../../projects/lookup-queries.ts'
import { recallRelease } from '../../projects/releases/service.ts'
import { recordAudit } from '../../staff/audit/service.ts'
import { ownersRecallEmail, ownersRecallKind } from './notify.ts'
import {
  insertRecall,
  recallableReleases,
  type RecallableRow,
  recallOfNewest,
  type RecallOfNewest,
  startRefunds,
} from './queries.ts'

/**
 * The releases of a project that were ever approved, newest first, with the progress of their recalls; also of a deleted
 * project, because its buyers keep their releases. Throws not_found.
 */
export async function releasesWithRecalls(
  connection: Connection,
  projectId: string,
): Promise<{ title: string; releases: RecallableRelease[] }> {
  const { title } = await anyProject(connection, projectId, { includeDeleted: true })
  return { title, releases: (await recallableReleases(connection, projectId)).map(toRecallable) }
}

/** The public notice of why a listing left the marketplace. Throws not_found for a project that is listed, was never approved, or is being checked. */
export async function recallNotice(
  connection: Connection,
  projectId: string,
): Promise<ReplyFields<typeof recalls.notice>> {
  if (await isPublished(connection, projectId)) throw projectNotFound()
  const recalled = await recallOfNewest(connection, projectId)
  if (recalled) return toNotice(recalled)
  const offSale = await unavailableListing(connection, projectId)
  if (!offSale) throw projectNotFound()
  return { ...offSale, recall: null }
}

/**
 * Recalls a release for good. After this returns, no download of it begins any more; a job notifies its buyers, and refunds
 * them when `refund` is set. Throws conflict for a release that was never approved, or was recalled before.
 */
export async function recall(
  parts: Pick<Dependencies, 'db' | 'jobs' | 'config' | 'secret' | 'storage'>,
  staff: StaffCaller,
  { id: projectId, number }: { id: string; number: number },
  { reason, instructions, refund }: Received<typeof recalls.recall>['body'],
): Promise<void> {
  const archive = await parts.db.transaction().execute(async (trx) => {
    const project = await anyProject(trx, projectId, { lock: true, includeDeleted: true })
    const recalled = await recallRelease(trx, project, { number, reason })
    await insertRecall(trx, { releaseId: recalled.id, title: project.title, instructions, refunds: refund })
    await recordAudit(trx, {
      staff,
      action: 'recall release',
      about: `release ${recalled.id}`,
      name: `${project.title}, release ${number}`,
      before: { status: 'approved' },
      after: { status: 'recalled', reason, instructions, refunds: refund },
    })
    const { publicUrl } = parts.config
    const content = ownersRecallEmail({ ...project, projectId, number, reason, refund, publicUrl })
    await mailMember(parts, trx, ownersRecallKind, project.ownerId, content)
    await parts.jobs.enqueue(trx, 'follow-recalls', {})
    if (recalled.instead) await parts.jobs.enqueue(trx, 'index-release', { releaseId: recalled.instead })
    return recalled.archive
  })
  // With an object store, deleting the archive ends the links to it that were issued before. It is built again for staff.
  const link = await parts.storage.link(archive, { disposition: '', type: 'application/zip', seconds: 1 })
  if (link) await parts.storage.delete(archive).catch(() => {})
}

/** Has a job refund the payers of a recalled release. Throws not_found, and conflict when it is not recalled or this was decided before. */
export const refundRecalled = (
  parts: Pick<Dependencies, 'db' | 'jobs'>,
  staff: StaffCaller,
  { id: projectId, number }: { id: string; number: number },
): Promise<void> =>
  parts.db.transaction().execute(async (trx) => {
    const { title } = await anyProject(trx, projectId, { includeDeleted: true })
    const recalled = await startRefunds(trx, projectId, number)
    if (!recalled)
      throw new ProblemError(
        'conflict',
        `Release ${number} is not recalled, or its buyers get their money back already.`,
      )
    await recordAudit(trx, {
      staff,
      action: 'refund recalled release',
      about: `release ${recalled.releaseId}`,
      name: `${title}, release ${number}`,
      before: { refunds: false },
      after: { refunds: true },
    })
    await parts.jobs.enqueue(trx, 'follow-recalls', {})
  })

/** A release with its recall as staff see it. */
const toRecallable = (row: RecallableRow): RecallableRelease => ({
  number: row.number,
  approvedAt: row.approvedAt!.toISOString(),
  buyers: row.buyers,
  paid: row.paid,
  recall:
    row.recalledAt && row.recallReason !== null
      ? {
          recalledAt: row.recalledAt.toISOString(),
          reason: row.recallReason,
          instructions: row.instructions ?? '',
          refunds: row.refunds ?? false,
          notified: row.notified,
          refunded: row.refunded,
          waiting: row.waiting,
        }
      : null,
})

/** A recall as the public sees it. */
const toNotice = ({
  title,
  category,
  number,
  recalledAt,
  recallReason,
}: RecallOfNewest): ReplyFields<typeof recalls.notice> => ({
  title,
  category,
  recall: { release: number, recalledAt: recalledAt!.toISOString(), reason: recallReason ?? '' },
})
