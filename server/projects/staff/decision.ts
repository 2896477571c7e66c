import type { Received } from '#contract/kit/endpoint.ts'
import { counted, isoTime } from '#contract/kit/format.ts'
import { ProblemError, fieldProblem } from '#contract/kit/problem.ts'
import { mayMove } from '#contract/kit/transitions.ts'
import { type Finding, isExplained, type RuleName } from '#contract/projects/findings.ts'
import type { projects } from '#contract/projects/projects.ts'
import { type Copied, copiedLimit, evidenceOf, needsReason } from '#contract/projects/staff/evidence.ts'
import { claimMinutes, undoSeconds } from '#contract/projects/staff/verification.ts'
import {
  notesMissing,
  type VerificationStatus,
  verificationTransitions,
} from '#contract/projects/verification.ts'

import { deleteFirstListing, isPublished, wasListed } from '../../catalogue/publish-queries.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { Connection } from '../../platform/database/connection.ts'
import type { StaffCaller } from '../../platform/http/caller.ts'
import { mailMember } from '../../platform/mail/send.ts'
import { recordAudit } from '../../staff/audit/service.ts'
import { staffName } from '../../staff/service.ts'
import { anyEdited, anyProject } from '../access.ts'
import { mailEdit } from '../edit-email.ts'
import { deleteUnlisted } from '../editions/picture-queries.ts'
import { updateChange } from '../editions/queries.ts'
import { keepOnSale, restoreEdition } from '../editions/service.ts'
import { editAsStaff } from '../edits.ts'
import { toFindings } from '../findings/presenter.ts'
import { readCheckContext, rulesOff } from '../findings/service.ts'
import { stateApproval } from '../log/statements.ts'
import { endCheckouts, findEdited, type ProjectRow, updateProject } from '../queries.ts'
import { markRelease, releaseState, takeBackStatus } from '../releases/queries.ts'
import { deleteReplacedReports, markReportApproved, unmarkReportApproved } from '../reports/queries.ts'
import { newestRecord } from '../run-records/record-queries.ts'
import { showApproved, showAsBefore } from '../run-records/service.ts'
import { saveProject, takeOffSale } from '../save.ts'
import { compareNow } from '../similarity/service.ts'
import { insertVerification } from '../status-queries.ts'
import { changeVerification } from '../verification.ts'
import { decisionEmail, decisionKind, statusLabels } from './decision-email.ts'
import { endOpenDecision, insertOpenDecision, takeOpenDecision, type Before } from './decision-queries.ts'
import { insertClaim, liveClaim } from './queue-queries.ts'
import { endClaims, requireUnclaimed } from './queue.ts'

/** A decision of staff. Without a status it keeps the present one. */
interface Decision {
  status?: VerificationStatus | undefined
  notes?: string | undefined
  /** Read by staff alone. */
  staffNote?: string | undefined
  /** Why staff approve although something stands against it. */
  override?: string | undefined
  /** The run record that staff saw; null for none, undefined for the newest. */
  seenRun?: string | null | undefined
  /** Whether what is on sale leaves the lists with the change that is sent back. */
  takesOffSale?: boolean | undefined
  /** It cannot be taken back: others have been told of it at once. */
  isFinal?: true
}

/**
 * Saves what staff edited of a project together with their decision, both or neither, and mails its owner the texts and
 * prices of theirs that changed.
 */
export const updateAsStaff = (
  dependencies: Dependencies,
  staff: StaffCaller,
  projectId: string,
  body: Received<typeof projects.update>['body'],
): Promise<void> =>
  dependencies.db.transaction().execute(async (trx) => {
    const edited = await editAsStaff(trx, staff, projectId, body)
    await decide(dependencies, trx, staff, projectId, {
      status: body.verificationStatus,
      notes: body.verificationNotes,
      staffNote: body.staffNote,
      override: body.verificationOverride,
      seenRun: body.seenRun,
      takesOffSale: body.takesOffSale,
    })
    if (edited) await mailEdit(dependencies, trx, edited.project, edited.changes)
  })

/**
 * Moves a project to the decided status as contract/projects/verification.ts allows, and records who did it and why. It
 * takes effect at once; its emails wait until it cannot be taken back any more (`tellDecision`). It locks the project
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
  { status, notes, staffNote, override, seenRun, takesOffSale = false, isFinal }: Decision,
): Promise<void> {
  const project = await anyEdited(trx, projectId, { lock: true })
  const from = project.verificationStatus as VerificationStatus
  const to = status ?? from
  const present = project.verificationNotes ?? ''
  const endsSale = takesOffSale && (to === 'needs_changes' || to === 'rejected') && project.keepsSale
  if (to === from && (notes ?? present) === present && !endsSale) return
  if (to === from && !endsSale)
    throw conflict(`This project is ${statusLabels[to]} already. Reload the page to see the decision.`)
  await requireUnclaimed(trx, staff, projectId)
  if (to !== from && !mayMove(verificationTransitions, { from, to, by: 'staff' })) {
    throw conflict(`A project that is ${statusLabels[from]} cannot become ${statusLabels[to]}.`)
  }
  if (to !== 'approved' && !notes) throw fieldProblem('verificationNotes', notesMissing)
  const { reason, off } = to === 'approved' ? await requireReason(trx, project, override) : notAsked
  const before: Omit<Before, 'held'> = {
    status: from,
    notes: project.verificationNotes,
    verifiedAt: isoTime(project.verifiedAt),
    unsentSince: isoTime(project.unsentSince),
    wasReminded: project.wasReminded,
    wasListed: await wasListed(trx, projectId),
    wasClaimed: (await liveClaim(trx, projectId)) !== undefined,
    ...(await decideOnFiles(dependencies, trx, project, to)),
  }
  const { reportPricePaise, bundlePricePaise } = await anyProject(trx, projectId)
  // The database does not keep what was approved on sale by itself when the change is sent back (guard_record).
  if (project.hasChanges && to !== 'approved') {
    await updateProject(trx, projectId, { verificationStatus: to })
    await updateChange(trx, projectId, { keepsSale: project.keepsSale && !endsSale })
  }
  const verificationId = await changeVerification(trx, project, {
    to,
    notes: notes || null,
    by: await staffName(trx, staff.id),
    staffNote,
    override: reason,
    rulesOff: off,
  })
  const run = to === 'approved' ? await showApproved(trx, project, seenRun) : undefined
  // A change that is sent back leaves what is on sale where it is.
  const isOffSale = from === 'approved' || to === 'rejected' || endsSale
  if (isOffSale && !(await isPublished(trx, projectId))) await takeOffSale(trx, [projectId])
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
      ...(off.length > 0 && { rulesOff: off }),
      ...(endsSale && { isOffSale: true }),
    },
  })
  await endClaims(trx, projectId)
  const { edition: now } = await anyEdited(trx, projectId)
  const { edition: number, hasChanges, keepsSale } = project
  await insertOpenDecision(trx, {
    verificationId,
    projectId,
    staffId: staff.id,
    before: {
      ...before,
      run,
      held: { number, hasChanges, keepsSale, reportPricePaise, bundlePricePaise, now },
    },
  })
  if (isFinal) await tellDecision(dependencies, trx, verificationId)
  else
    await dependencies.jobs.enqueue(trx, 'tell-decision', { verificationId }, { afterSeconds: undoSeconds })
}

/** Approves or rejects the release and the report with the project, and answers what that changed. */
async function decideOnFiles(
  dependencies: Dependencies,
  trx: Connection,
  { id, releaseId, reportKey }: ProjectRow,
  to: VerificationStatus,
): Promise<Pick<Before, 'release' | 'report'>> {
  const before = releaseId ? await releaseState(trx, releaseId) : undefined
  // A release that was approved and sold stays approved.
  if (releaseId && to === 'rejected') await markRelease(trx, releaseId, { from: ['pending'], to })
  if (releaseId && to === 'approved') await markRelease(trx, releaseId, { from: ['pending', 'rejected'], to })
  const now = releaseId ? await releaseState(trx, releaseId) : undefined
  if (to === 'approved') {
    if (now?.status !== 'approved') throw conflict(nothingToApprove)
    if (before?.status !== 'approved')
      await dependencies.jobs.enqueue(trx, 'build-archive', { releaseId: now.id })
    await dependencies.jobs.enqueue(trx, 'find-copies', { projectId: id })
  }
  const report =
    to === 'approved' && reportKey && (await markReportApproved(trx, reportKey)) ? reportKey : null
  if (!before || !now || before.status === now.status) return { release: null, report }
  return { release: { id: now.id, number: now.number, from: before.status, to: now.status }, report }
}

const nothingToApprove =
  'This project has no files yet, so there is nothing to approve. Ask its owner to upload them first.'

const conflict = (message: string) => new ProblemError('conflict', message)

/**
 * Takes back the caller's own decision on a project: the project is as it was before, with the caller's claim, and
 * nobody is mailed. A release that somebody has ordered meanwhile stays approved. Throws not_found, and conflict when
 * the time is over, when somebody else decided, and when the project has changed since.
 */
export const undo = ({ db, jobs }: Dependencies, staff: StaffCaller, projectId: string): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const project = await anyEdited(trx, projectId, { lock: true })
    const decision = await takeOpenDecision(trx, projectId, staff.id)
    if (!decision || isChangedSince(decision.before, project))
      throw conflict(
        `Only your own decision can be taken back, within ${undoSeconds} seconds and while nothing has changed since.`,
      )
    const { status, notes, verifiedAt, unsentSince, wasReminded, ...before } = decision.before
    const { release, report, held, run, wasListed, wasClaimed } = before
    const from = project.verificationStatus as VerificationStatus
    if (release) await takeBackStatus(trx, release.id, { from: release.to, to: release.from })
    if (report) await unmarkReportApproved(trx, report)
    // Before the change says whether what was approved stays on sale, as in a decision.
    await updateProject(trx, projectId, { verificationStatus: status })
    if (held && from === 'approved') await restoreEdition(trx, project, held)
    else if (held && project.hasChanges) await keepOnSale(trx, projectId, held.keepsSale)
    const by = await staffName(trx, staff.id)
    await insertVerification(trx, { projectId, from, to: status, notes, by, undoes: decision.id })
    await saveProject(trx, projectId, {
      verificationStatus: status,
      verificationNotes: notes,
      ...(verifiedAt && { verifiedAt: new Date(verifiedAt) }),
      unsentSince: unsentSince && new Date(unsentSince),
      wasReminded,
    })
    if (from === 'approved') {
      if (await isPublished(trx, projectId)) await endCheckouts(trx, projectId, decision.decidedAt)
      else await takeOffSale(trx, [projectId])
    }
    if (run) await showAsBefore(trx, projectId, run)
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
 * Tells whether a project is not as a decision left it: its record became another edition since, such as by a recall, or
 * its owner has begun to change what would be approved again.
 */
const isChangedSince = ({ status, held }: Before, { edition, hasChanges }: ProjectRow) =>
  (status === 'approved' && hasChanges) || (held !== undefined && edition !== held.now)

/**
 * Ends the time in which a decision can be taken back: states it for the public log, mails the owner, has the buyers of
 * earlier releases mailed, and deletes the report files that an approved one replaced. Does nothing for a decision that
 * was taken back or told before.
 */
export async function tellDecision(
  dependencies: Dependencies,
  trx: Connection,
  verificationId: string,
): Promise<void> {
  const decision = await endOpenDecision(trx, verificationId)
  if (!decision) return
  // Also of a release that was approved before: that approval may have been taken back after somebody had ordered it.
  const approved = decision.before.release?.id ?? decision.releaseId
  if (decision.status === 'approved' && approved)
    await stateApproval(dependencies, trx, approved, decision.verifiedAt)
  // Of a deleted project too. The sweep deletes their files.
  await deleteUnlisted(trx, decision.projectId)
  const project = await findEdited(trx, decision.projectId)
  if (!project) return
  const { before, status, notes } = decision
  const { release, report } = before
  if (report) await deleteReplacedReports(trx, project.id, report)
  if (release?.to === 'approved' && release.number > 1)
    await dependencies.jobs.enqueue(trx, 'mail-new-release', { releaseId: release.id })
  const { publicUrl } = dependencies.config
  const { id, title, ownerId } = project
  const isOnSale = await isPublished(trx, id)
  await mailMember(
    dependencies,
    trx,
    decisionKind,
    ownerId,
    decisionEmail({ id, title, to: status, notes, isOnSale, publicUrl }),
  )
}

/**
 * Requires a written reason for the approval of a project that something stands against (`needsReason`): an open
 * blocking finding, a secret or personal data that only the owner calls harmless, half of its code or more in a listing
 * of another owner, a run that failed, or a check or comparison that failed or saw too little of the code. Answers the
 * reason, undefined when none is needed, and the rules that were off when the files were checked. Throws conflict without
 * a reason, and until the files are checked and compared.
 */
async function requireReason(
  connection: Connection,
  project: ProjectRow,
  reason: string | undefined,
): Promise<{ reason: string | undefined; off: RuleName[] }> {
  const known = await readCheckContext(connection, project)
  const [found, off] = [toFindings(known, 'staff'), rulesOff(known)]
  const compared = await compareNow(connection, project)
  if (found.state === 'waiting')
    throw conflict('The files are still being checked. This takes about a minute; approve it after that.')
  if (compared.state === 'waiting')
    throw conflict('The files are still being compared. This takes about a minute; approve it after that.')
  const run = project.releaseId ? await newestRecord(connection, project.releaseId) : undefined
  const evidence = evidenceOf(found, compared, run?.outcome)
  if (!needsReason(evidence)) return { reason: undefined, off }
  if (reason) return { reason, off }
  const { copied } = compared
  const against = [
    found.state === 'failed' && 'The files could not be checked.',
    found.unreadCode > 0 &&
      `${counted(found.unreadCode, 'file', 'files')} of code could not be read as a whole by the check, so what is in there is not known.`,
    compared.state === 'failed' && 'The files could not be compared with other projects.',
    compared.state === 'partly' && 'Less than half of the code could be compared with other projects.',
    evidence.blocking > 0 &&
      `The owner has to remove or explain this first: ${placesOf(found.findings.filter(({ isBlocking }) => isBlocking))}.`,
    evidence.explained > 0 &&
      `Only the owner says that this is harmless: ${placesOf(found.findings.filter(isExplained))}.`,
    run?.outcome === 'failed' && `We have run it, and it did not run: ${run.reason}`,
    copied && copied.share >= copiedLimit && copiedText(copied),
  ].filter((one) => typeof one === 'string')
  const message = `${against.join(' ')} To approve it all the same, write why.`
  throw fieldProblem('verificationOverride', message, 'conflict')
}

const notAsked = { reason: undefined, off: [] }

function placesOf(findings: Finding[]): string {
  const places = [...new Set(findings.map(({ title, file }) => `${title} in ${file}`))]
  const more = places.length > 3 ? ` and ${counted(places.length - 3, 'more place')}` : ''
  return `${places.slice(0, 3).join('; ') || 'secrets in very many files'}${more}`
}

const copiedText = ({ share, title, owner }: Copied) =>
  `${Math.round(share * 100)}% of the code is in “${title}” of ${owner}.`
