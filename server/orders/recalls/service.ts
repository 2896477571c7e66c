import type { Received, ReplyFields } from '#contract/endpoint.ts'
import type { RecallableRelease, recalls } from '#contract/orders/recalls.ts'
import { ProblemError } from '#contract/problem.ts'

import { isPublished } from '../../catalogue/publish-queries.ts'
import type { Parts } from '../../parts.ts'
import type { Connection } from '../../platform/database/connection.ts'
import type { StaffCaller } from '../../platform/http/caller.ts'
import { mailMember } from '../../platform/mail/send.ts'
import { anyProject, projectNotFound } from '../../projects/access.ts'
import { takenOffSale } from '../../projects/lookup-queries.ts'
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
 * The releases of a project that were ever approved, newest first, and how far their recalls are; of a deleted project
 * too, whose buyers keep theirs. Throws not_found.
 */
export async function releasesWithRecalls(
  connection: Connection,
  projectId: string,
): Promise<{ title: string; releases: RecallableRelease[] }> {
  const { title } = await anyProject(connection, projectId, { orDeleted: true })
  return { title, releases: (await recallableReleases(connection, projectId)).map(toRecallable) }
}

/** Why a listing left the marketplace, for everybody. Throws not_found for what is listed, was never approved, or is being checked. */
export async function recallNotice(
  connection: Connection,
  projectId: string,
): Promise<ReplyFields<typeof recalls.notice>> {
  if (await isPublished(connection, projectId)) throw projectNotFound()
  const recalled = await recallOfNewest(connection, projectId)
  if (recalled) return toNotice(recalled)
  const offSale = await takenOffSale(connection, projectId)
  if (!offSale) throw projectNotFound()
  return { ...offSale, recall: null }
}

/**
 * Calls a release back for good. When this returns no download of it begins any more; its buyers are told, and refunded
 * when staff say so, by a job. Throws conflict for what was never approved, or was recalled before.
 */
export async function recall(
  parts: Pick<Parts, 'db' | 'jobs' | 'config' | 'secret' | 'storage'>,
  staff: StaffCaller,
  { id: projectId, number }: { id: string; number: number },
  { reason, instructions, refund }: Received<typeof recalls.recall>['body'],
): Promise<void> {
  const archive = await parts.db.transaction().execute(async (trx) => {
    const project = await anyProject(trx, projectId, { lock: true, orDeleted: true })
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
    return recalled.archive
  })
  // Where a store of its own answers for links that were given out before, they end now. For staff it is built again.
  const link = await parts.storage.link(archive, { disposition: '', type: 'application/zip', seconds: 1 })
  if (link) await parts.storage.delete(archive).catch(() => {})
}

/** Refunds those who paid for a recalled release, by a job. Throws not_found, conflict when it is not recalled or that was decided before. */
export const refundRecalled = (
  parts: Pick<Parts, 'db' | 'jobs'>,
  staff: StaffCaller,
  { id: projectId, number }: { id: string; number: number },
): Promise<void> =>
  parts.db.transaction().execute(async (trx) => {
    const { title } = await anyProject(trx, projectId, { orDeleted: true })
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

/** A release as staff see it who may recall it. */
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

/** A recall as everybody reads it. */
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
