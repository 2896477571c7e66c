import { fieldProblem, ProblemError } from '#contract/problem.ts'
import { undoSeconds } from '#contract/projects/staff/verification.ts'
import {
  notesMissing,
  verificationTransitions,
  type VerificationStatus,
} from '#contract/projects/verification.ts'

import { wasListed } from '../../catalogue/publish-queries.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { Connection } from '../../platform/database/connection.ts'
import type { StaffCaller } from '../../platform/http/caller.ts'
import { recordAudit } from '../../staff/audit/service.ts'
import { staffName } from '../../staff/service.ts'
import { anyProject } from '../access.ts'
import type { ProjectRow } from '../queries.ts'
import { newestRelease } from '../releases/queries.ts'
import { approveNewestRelease, rejectNewestRelease } from '../releases/service.ts'
import { markReportApproved } from '../reports/queries.ts'
import { editionAsJson } from '../status-queries.ts'
import { moveTo } from '../verification.ts'
import { requireReason } from './evidence.ts'
import { liveClaim } from './queue-queries.ts'
import { endClaims, requireUnclaimed } from './queue.ts'
import { type Before, insertOpenVerdict } from './verdict-queries.ts'
import { endVerdict, statusLabels } from './verdict.ts'

/** A decision of staff. Without a status it keeps the present one. */
interface Decision {
  status?: VerificationStatus | undefined
  notes?: string | undefined
  /** Read by staff alone. */
  staffNote?: string | undefined
  /** Why staff approve although something stands against it. */
  override?: string | undefined
  /** It cannot be taken back: others have been told of it at once. */
  isFinal?: true
}

/**
 * Moves a project to the decided status as contract/projects/verification.ts allows, and records who did it and why. It
 * takes effect at once; its emails wait until it cannot be taken back any more (`endVerdict`). It locks the project
 * first, so that the second of two concurrent decisions sees the result of the first. A decision that changes nothing
 * is ignored. Throws invalid_input without notes unless it approves, and conflict when another staff member has claimed
 * the project, when the move is not allowed or was made already, and for an approval without files, before the check
 * has ended, or without a reason where one is needed (`requireReason`).
 */
export async function decide(
  dependencies: Dependencies,
  trx: Connection,
  staff: StaffCaller,
  projectId: string,
  { status, notes, staffNote, override, isFinal }: Decision,
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
  const reason = to === 'approved' ? await requireReason(trx, project, override) : undefined
  const before: Before = {
    status: from,
    notes: project.verificationNotes,
    verifiedAt: project.verifiedAt?.toISOString() ?? null,
    edition: (await editionAsJson(trx, projectId)) ?? null,
    wasListed: await wasListed(trx, projectId),
    wasClaimed: (await liveClaim(trx, projectId)) !== undefined,
    ...(await decideOnFiles(dependencies, trx, project, to)),
  }
  const verificationId = await moveTo(trx, project, {
    to,
    notes: notes || null,
    by: await staffName(trx, staff.id),
    staffNote,
    override: reason,
  })
  await recordAudit(trx, {
    staff,
    action: 'verify project',
    about: `project ${projectId}`,
    name: project.title,
    before: { verificationStatus: from, verificationNotes: project.verificationNotes },
    after: {
      verificationStatus: to,
      verificationNotes: notes || null,
      ...(staffNote && { staffNote }),
      ...(reason && { verificationOverride: reason }),
    },
  })
  await endClaims(trx, projectId)
  await insertOpenVerdict(trx, { verificationId, projectId, staffId: staff.id, before })
  if (isFinal) await endVerdict(dependencies, trx, verificationId)
  else await dependencies.jobs.enqueue(trx, 'end-verdict', { verificationId }, { afterSeconds: undoSeconds })
}

/** Approves or rejects the newest release and the report with the project, and answers what that changed. */
async function decideOnFiles(
  dependencies: Dependencies,
  trx: Connection,
  { id, releaseId, reportKey }: ProjectRow,
  to: VerificationStatus,
): Promise<Pick<Before, 'release' | 'report'>> {
  const newest = await newestRelease(trx, id)
  if (to === 'rejected') await rejectNewestRelease(trx, id)
  if (to === 'approved') {
    const release = releaseId && (await approveNewestRelease(trx, id))
    if (!release) throw conflict(nothingToApprove)
    if (release.isNew) await dependencies.jobs.enqueue(trx, 'build-archive', { releaseId: release.id })
    await dependencies.jobs.enqueue(trx, 'find-copies', { projectId: id })
  }
  const now = await newestRelease(trx, id)
  const report =
    to === 'approved' && reportKey && (await markReportApproved(trx, reportKey)) ? reportKey : null
  if (!newest || !now || newest.status === now.status) return { release: null, report }
  return { release: { id: now.id, number: now.number, from: newest.status, to: now.status }, report }
}

const nothingToApprove =
  'This project has no files yet, so there is nothing to approve. Ask its owner to upload them first.'

const conflict = (message: string) => new ProblemError('conflict', message)
