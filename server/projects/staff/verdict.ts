import { ProblemError } from '#contract/problem.ts'
import { claimMinutes, undoSeconds } from '#contract/projects/staff/verification.ts'
import type { VerificationStatus } from '#contract/projects/verification.ts'

import { deleteFirstListing } from '../../catalogue/publish-queries.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { Connection } from '../../platform/database/connection.ts'
import type { StaffCaller } from '../../platform/http/caller.ts'
import type { EmailContent } from '../../platform/mail/email.ts'
import { mailMember, type OptionalKind } from '../../platform/mail/send.ts'
import { recordAudit } from '../../staff/audit/service.ts'
import { staffName } from '../../staff/service.ts'
import { anyProject } from '../access.ts'
import { findProject } from '../queries.ts'
import { takeBackStatus } from '../releases/queries.ts'
import { deleteReplacedReports, unmarkReportApproved } from '../reports/queries.ts'
import { saveProject } from '../save.ts'
import { insertMove, restoreApprovedEdition } from '../status-queries.ts'
import { insertClaim } from './queue-queries.ts'
import { endOpenVerdict, takeOpenVerdict } from './verdict-queries.ts'

/**
 * Takes back the caller's own decision on a project: the project is as it was before, with the caller's claim, and
 * nobody is mailed. A release that somebody has ordered meanwhile stays approved. Throws not_found, and conflict when
 * the time is over, when somebody else decided, and when the project has changed since.
 */
export const undo = ({ db, jobs }: Dependencies, staff: StaffCaller, projectId: string): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const project = await anyProject(trx, projectId, { lock: true })
    const verdict = await takeOpenVerdict(trx, projectId, staff.id)
    if (!verdict)
      throw new ProblemError(
        'conflict',
        `Only your own decision can be taken back, within ${undoSeconds} seconds and while nothing has changed since.`,
      )
    const { status, notes, verifiedAt, release, report, edition, wasListed, wasClaimed } = verdict.before
    const from = project.verificationStatus as VerificationStatus
    if (release) await takeBackStatus(trx, release.id, { from: release.to, to: release.from })
    if (report) await unmarkReportApproved(trx, report)
    await restoreApprovedEdition(trx, projectId, edition)
    const by = await staffName(trx, staff.id)
    await insertMove(trx, { projectId, from, to: status, notes, by, undoes: verdict.id })
    await saveProject(trx, projectId, {
      verificationStatus: status,
      verificationNotes: notes,
      verifiedAt: verifiedAt && new Date(verifiedAt),
    })
    if (!wasListed) await deleteFirstListing(trx, projectId)
    if (wasClaimed) await insertClaim(trx, projectId, staff.id, claimMinutes)
    await recordAudit(trx, {
      staff,
      action: 'undo decision',
      about: `project ${projectId}`,
      name: project.title,
      before: { verificationStatus: from },
      after: { verificationStatus: status },
    })
    if (from === 'approved') await jobs.enqueue(trx, 'find-copies', { projectId })
  })

/**
 * Ends the time in which a decision can be taken back: mails the owner, has the buyers of earlier releases mailed, and
 * deletes the report files that an approved one replaced. Does nothing for a decision that was taken back or told
 * before.
 */
export async function endVerdict(
  dependencies: Dependencies,
  trx: Connection,
  verificationId: string,
): Promise<void> {
  const verdict = await endOpenVerdict(trx, verificationId)
  const project = verdict && (await findProject(trx, verdict.projectId))
  if (!project) return
  const { before, status, notes } = verdict
  const { release, report } = before
  if (report) await deleteReplacedReports(trx, project.id, report)
  if (release?.to === 'approved' && release.number > 1)
    await dependencies.jobs.enqueue(trx, 'mail-new-release', { releaseId: release.id })
  const { publicUrl } = dependencies.config
  const { id, title, ownerId } = project
  await mailMember(
    dependencies,
    trx,
    decisionKind,
    ownerId,
    decisionEmail({ id, title, to: status, notes, publicUrl }),
  )
}

interface DecisionDetails {
  id: string
  title: string
  to: VerificationStatus
  notes: string | null
  publicUrl: string
}

const decisionKind: OptionalKind = {
  name: 'decision',
  why: 'the project is yours',
  preference: 'notifications',
}

/** The email that tells an owner the decision and the notes of staff. */
function decisionEmail({ id, title, to, notes, publicUrl }: DecisionDetails): EmailContent {
  return {
    subject: `Your project ${verbs[to]} ${statusLabels[to]}: ${title}`,
    paragraphs: [
      `Your project “${title}” ${verbs[to]} ${statusLabels[to]}. ${nextSteps[to]}`,
      ...(notes ? [{ byStaff: `Notes from our staff: ${notes}` }] : []),
    ],
    button: { label: 'Open Your Project', url: `${publicUrl}/owner/projects/${id}` },
  }
}

const verbs: Record<VerificationStatus, string> = {
  pending: 'is',
  approved: 'is',
  rejected: 'was',
  under_review: 'is',
  needs_changes: 'was',
}

const nextSteps: Record<VerificationStatus, string> = {
  pending: 'It will be listed once our staff have verified it.',
  approved: 'While it is active, everyone can find and buy it.',
  rejected: 'It is not listed. Once you have edited it, our staff look at it again.',
  under_review: 'Our staff are looking at it. It is not listed meanwhile.',
  needs_changes:
    'It is not listed. Once you have edited it or uploaded new files, our staff look at it again.',
}

/** What a project is in a status, in sentences to owners and staff. */
export const statusLabels: Record<VerificationStatus, string> = {
  pending: 'waiting for verification',
  approved: 'approved',
  rejected: 'rejected',
  under_review: 'under review',
  needs_changes: 'sent back for changes',
}
