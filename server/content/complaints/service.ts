import { v7 as uuid } from 'uuid'

import type { OwnersComplaint, ComplaintOutcome, reports, StaffReport } from '#contract/content/complaints.ts'
import type { Received, ReplyFields } from '#contract/endpoint.ts'
import { longDay } from '#contract/format.ts'
import type { PageWindow } from '#contract/paging.ts'
import { ProblemError } from '#contract/problem.ts'

import type { Dependencies } from '../../dependencies.ts'
import type { Connection, Database } from '../../platform/database/connection.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { mailMember, type MailParts } from '../../platform/mail/send.ts'
import { countAttempt } from '../../platform/rate-limits/rate-limits.ts'
import { anyProject, ownProject, requireVisible } from '../../projects/access.ts'
import { requireReportable } from '../../projects/questions/service.ts'
import { recordAudit } from '../../staff/audit/service.ts'
import { staffName } from '../../staff/service.ts'
import { clearSender } from '../contacts/queries.ts'
import { decidedEmail, ownerKind, receivedEmail, reportedEmail, reporterKind } from './emails.ts'
import {
  aboutOf,
  dueOf,
  kindLabels,
  maxAge,
  numberOf,
  itemOf,
  toStaffComplaint,
  toOwnersComplaint,
} from './presenter.ts'
import {
  clearComplaintsOf,
  decideComplaints,
  insertComplaint,
  lockComplaint,
  allocateNumber,
  countOpenComplaints,
  setAnswer,
  type ComplaintRow,
  complaintsIn,
  complaintsAboutListing,
  complaintWithItem,
} from './queries.ts'

type ReportParts = Pick<Dependencies, 'db' | 'jobs' | 'config' | 'secret'>

/**
 * Opens a complaint about a listing that the caller sees, or about a question on its page, and returns its number.
 * Throws not_allowed for the caller's own listing.
 */
export const complainAboutItem = (
  parts: ReportParts,
  caller: Caller<'member'>,
  projectId: string,
  { question, kind, text }: Received<typeof reports.report>['body'],
): Promise<string> =>
  parts.db.transaction().execute(async (trx) => {
    await requireVisible(trx, caller, projectId)
    if (question) await requireReportable(trx, caller.id, { id: projectId, question })
    else if ((await anyProject(trx, projectId)).ownerId === caller.id)
      throw new ProblemError('not_allowed', 'This is your own project. You can change it yourself.')
    const about = question ? { questionId: question } : {}
    return openComplaint(parts, trx, { memberId: caller.id, projectId, ...about, kind, text })
  })

/** The complaints about the caller's own listing, newest first. Throws not_found for somebody else's. */
export async function complaintsOfListing(
  connection: Connection,
  ownerId: string,
  projectId: string,
): Promise<OwnersComplaint[]> {
  await ownProject(connection, ownerId, projectId)
  return (await complaintsAboutListing(connection, projectId)).map(toOwnersComplaint)
}

/**
 * Saves the owner's counter-notice. Throws not_found for somebody else's listing, conflict when it was answered before
 * or is decided.
 */
export const answerComplaint = (db: Database, ownerId: string, id: string, text: string): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const ticket = await lockComplaint(trx, id)
    if (!ticket || ticket.reviewId || ticket.questionId) throw reportNotFound()
    if ((await anyProject(trx, ticket.projectId)).ownerId !== ownerId) throw reportNotFound()
    if (ticket.outcome) throw new ProblemError('conflict', 'This report is decided already.')
    if (ticket.answer !== null) throw new ProblemError('conflict', 'You have answered this report already.')
    await setAnswer(trx, id, text)
  })

/** A page of the open complaints, oldest first, or of the decided ones. */
export async function complaintsPage(
  connection: Connection,
  { state, ...window }: PageWindow & { state: 'open' | 'decided' },
): Promise<ReplyFields<typeof reports.list>> {
  const { rows, pagination } = await complaintsIn(connection, state, window)
  const { pagination: open } = await complaintsIn(connection, 'open', { page: 1, limit: 1 })
  return { reports: rows.map(toStaffComplaint), open: open.total, pagination }
}

/** One complaint with the item that it is about. Throws not_found. */
export async function complaintById(connection: Connection, id: string): Promise<StaffReport> {
  const row = await complaintWithItem(connection, id)
  if (!row) throw reportNotFound()
  return toStaffComplaint(row)
}

const reportNotFound = () => new ProblemError('not_found', 'Report not found')

interface NewComplaint {
  memberId: string
  projectId: string
  reviewId?: string
  questionId?: string
  kind: string
  text: string
}

/**
 * Opens a complaint in the caller's transaction and returns its number. Its reporter is emailed the number at once,
 * which is the acknowledgement; the owner of a listing is emailed the text without the reporter's name. Throws conflict
 * while the same member has an open complaint about the same item (for a review also after it is decided), and
 * too_many_requests.
 */
export async function openComplaint(
  parts: MailParts,
  trx: Connection,
  ticket: NewComplaint,
): Promise<string> {
  const row = await insertComplaint(trx, { id: uuid(), number: await allocateNumber(trx), ...ticket })
  if (!row)
    throw new ProblemError(
      'conflict',
      ticket.reviewId
        ? 'You have reported this review already'
        : 'You have reported this already. Our staff will mail you what they decide.',
    )
  await countAttempt(trx, {
    name: 'reports',
    subject: ticket.memberId,
    max: 20,
    seconds: 24 * 3600,
    refusal: 'You have reported many things today.',
  })
  const { ownerId, facts } = await factsOf(parts, trx, row)
  const due = longDay(dueOf(row))
  await mailMember(parts, trx, reporterKind, ticket.memberId, receivedEmail({ ...facts, due }))
  if (aboutOf(row) === 'listing')
    await mailMember(
      parts,
      trx,
      ownerKind,
      ownerId,
      reportedEmail({ ...facts, kind: kindLabels[row.kind] ?? row.kind, text: row.text, due }),
    )
  return facts.number
}

/**
 * Decides the open complaints about a review or question, or one complaint, records each in the audit log and emails
 * the reporters and owners.
 */
export async function settleComplaints(
  parts: MailParts,
  trx: Connection,
  staff: { id: string },
  of: Parameters<typeof decideComplaints>[1],
  decision: { outcome: ComplaintOutcome; reasons: string },
): Promise<void> {
  const by = await staffName(trx, staff.id)
  for (const row of await decideComplaints(trx, of, { ...decision, by })) {
    const { ownerId, facts } = await factsOf(parts, trx, row)
    await recordAudit(trx, {
      staff,
      action: 'decide report',
      about: `report ${row.id}`,
      name: facts.number,
      before: { outcome: null },
      after: decision,
    })
    if (row.memberId)
      await mailMember(parts, trx, reporterKind, row.memberId, decidedEmail(facts, decision, false))
    if (aboutOf(row) === 'listing')
      await mailMember(parts, trx, ownerKind, ownerId, decidedEmail(facts, decision, true))
  }
}

/** The number of open and of overdue complaints, and the time by which the oldest must be decided. */
export async function complaintsToDecide(connection: Connection) {
  const { count, late, oldest } = await countOpenComplaints(connection, new Date(Date.now() - maxAge))
  return { count, late, nextDue: oldest && dueOf({ reportedAt: oldest }).toISOString() }
}

/**
 * Removes a member from their messages to us, from their complaints, and from their answers as the owner of some
 * projects.
 */
export async function eraseComplaintsOf(
  trx: Connection,
  member: { id: string; email: string },
  projectIds: string[],
): Promise<void> {
  await clearSender(trx, member)
  await clearComplaintsOf(trx, member.id, projectIds)
}

async function factsOf({ config: { publicUrl } }: MailParts, trx: Connection, row: ComplaintRow) {
  const { projectId, title, ownerId, isGone } = (await complaintWithItem(trx, row.id))!
  const thing = { about: itemOf(row), isListing: aboutOf(row) === 'listing', isGone }
  return { ownerId, facts: { number: numberOf(row), ...thing, title, projectId, publicUrl } }
}
