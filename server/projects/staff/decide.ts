import { fieldProblem, ProblemError } from '#contract/problem.ts'
import {
  notesMissing,
  verificationTransitions,
  type VerificationStatus,
} from '#contract/projects/verification.ts'

import type { Connection } from '../../platform/database/connection.ts'
import type { StaffCaller } from '../../platform/http/caller.ts'
import type { EmailContent } from '../../platform/mail/email.ts'
import { mailMember, type MailParts, type OptionalKind } from '../../platform/mail/send.ts'
import { recordAudit } from '../../staff/audit/service.ts'
import { staffName } from '../../staff/service.ts'
import { anyProject } from '../access.ts'
import { requireChecked } from '../findings/service.ts'
import { approveNewestRelease, rejectNewestRelease } from '../releases/service.ts'
import { approveReport } from '../reports/service.ts'
import { moveTo } from '../verification.ts'
import { endClaims, requireUnclaimed } from './queue.ts'

/** A decision of staff. Without a status it keeps the present one. */
interface Decision {
  status?: VerificationStatus | undefined
  notes?: string | undefined
  /** True when staff approve although the check failed. */
  isUncheckedAccepted?: boolean
}

/**
 * Moves a project to the decided status as contract/projects/verification.ts allows, records who did it and why, and
 * mails its owner. It locks the project first, so that the second of two concurrent decisions sees the result of the
 * first. A decision that changes nothing is ignored. Throws invalid_input without notes unless it approves, and
 * conflict when another staff member has claimed the project, when the move is not allowed or was made already, and for
 * an approval without files, before the check has ended, or with an open blocking finding.
 */
export async function decide(
  parts: MailParts,
  trx: Connection,
  staff: StaffCaller,
  projectId: string,
  { status, notes, isUncheckedAccepted = false }: Decision,
): Promise<void> {
  const project = await anyProject(trx, projectId, { lock: true })
  const from = project.verificationStatus as VerificationStatus
  const to = status ?? from
  const present = project.verificationNotes ?? ''
  if (to === from && (notes ?? present) === present) return
  if (to === from)
    throw conflict(`This project is ${statusLabels[to]} already. Reload the page to see the decision.`)
  await requireUnclaimed(trx, staff, projectId)
  if (!verificationTransitions[from][to]?.includes('staff')) {
    throw conflict(`A project that is ${statusLabels[from]} cannot become ${statusLabels[to]}.`)
  }
  if (to !== 'approved' && !notes) throw fieldProblem('verificationNotes', notesMissing)
  if (to === 'approved') {
    await requireChecked(trx, project, { isUncheckedAccepted })
    const release = await approveRelease(trx, projectId, project.releaseId)
    if (release.isNew) await parts.jobs.enqueue(trx, 'build-archive', { releaseId: release.id })
    if (release.isNew && release.number > 1)
      await parts.jobs.enqueue(trx, 'mail-new-release', { releaseId: release.id })
    await approveReport(trx, project)
  }
  if (to === 'rejected') await rejectNewestRelease(trx, projectId)
  await moveTo(trx, project, { to, notes: notes || null, by: await staffName(trx, staff.id) })
  await recordAudit(trx, {
    staff,
    action: 'verify project',
    about: `project ${projectId}`,
    name: project.title,
    before: { verificationStatus: from, verificationNotes: project.verificationNotes },
    after: {
      verificationStatus: to,
      verificationNotes: notes || null,
      ...(isUncheckedAccepted && { approveUnchecked: true }),
    },
  })
  await endClaims(trx, projectId)
  const content = decisionEmail({ ...project, to, notes, publicUrl: parts.config.publicUrl })
  await mailMember(parts, trx, decisionKind, project.ownerId, content)
}

async function approveRelease(trx: Connection, projectId: string, releaseId: string | null) {
  const release = releaseId && (await approveNewestRelease(trx, projectId))
  if (release) return release
  throw conflict(
    'This project has no files yet, so there is nothing to approve. Ask its owner to upload them first.',
  )
}

const conflict = (message: string) => new ProblemError('conflict', message)

interface DecisionDetails {
  id: string
  title: string
  to: VerificationStatus
  notes?: string | undefined
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

const statusLabels: Record<VerificationStatus, string> = {
  pending: 'waiting for verification',
  approved: 'approved',
  rejected: 'rejected',
  under_review: 'under review',
  needs_changes: 'sent back for changes',
}

const nextSteps: Record<VerificationStatus, string> = {
  pending: 'It will be listed once our staff have verified it.',
  approved: 'While it is active, everyone can find and buy it.',
  rejected: 'It is not listed. Once you have edited it, our staff look at it again.',
  under_review: 'Our staff are looking at it. It is not listed meanwhile.',
  needs_changes:
    'It is not listed. Once you have edited it or uploaded new files, our staff look at it again.',
}
