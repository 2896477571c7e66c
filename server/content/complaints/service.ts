import { v7 as uuid } from 'uuid'

import { noticeDeclaration } from '#contract/content/complaint-kinds.ts'
import type {
  ComplaintOutcome,
  CopyrightNotice,
  OwnersComplaint,
  complaints,
  StaffComplaint,
} from '#contract/content/complaints.ts'
import type { Received, ReplyFields } from '#contract/kit/endpoint.ts'
import { isoTime, minute } from '#contract/kit/format.ts'
import { fieldProblem, ProblemError } from '#contract/kit/problem.ts'

import type { Dependencies } from '../../dependencies.ts'
import type { Connection, Database } from '../../platform/database/connection.ts'
import type { Caller, StaffCaller } from '../../platform/http/caller.ts'
import type { EmailContent } from '../../platform/mail/email.ts'
import { mailAddress, mailMember } from '../../platform/mail/send.ts'
import { networkOf } from '../../platform/overload/request-scope.ts'
import { countAttempt, countIfAllowed } from '../../platform/rate-limits/rate-limits.ts'
import { statusPage } from '../../platform/status-pages.ts'
import { anyProject, ownProject, requireVisible } from '../../projects/access.ts'
import { endBlockOf } from '../../projects/blocks/service.ts'
import { requireReportable } from '../../projects/questions/service.ts'
import { decideCase } from '../../staff/decide-case.ts'
import { seal } from '../../staff/sealed/service.ts'
import { staffName } from '../../staff/service.ts'
import { clearSender } from '../contacts/queries.ts'
import { acknowledgementsTo } from '../contacts/service.ts'
import { decidedEmail, ownerKind, receivedEmail, aboutYoursEmail, complainantKind } from './emails.ts'
import {
  aboutOf,
  dueOf,
  kindLabels,
  numberOf,
  itemOf,
  toStaffComplaint,
  toOwnersComplaint,
} from './presenter.ts'
import {
  clearComplaintsOf,
  clearWordsOfFormer,
  decideComplaints,
  insertComplaint,
  lockComplaint,
  allocateNumber,
  countOpenComplaints,
  setAnswer,
  takenDown,
  type ComplaintRow,
  decidedComplaints,
  openEntries,
  openInEntryOf,
  complaintsAboutListing,
  openComplaintsAbout,
  complaintWithItem,
} from './queries.ts'
/** Who complains: a member, or somebody without an account with their name, email and client address. */
type Complainant = { memberId: string } | { name: string; email: string; address: string }

/**
 * Returns who complains: the member who calls; otherwise the name and email that they gave. Throws invalid_input when
 * one of these is missing.
 */
export function complainantOf(
  caller: Caller | undefined,
  { name, email }: { name?: string | undefined; email?: string | undefined },
  address: string,
): Complainant {
  if (caller?.role === 'member') return { memberId: caller.id }
  if (!name) throw fieldProblem('name', 'Name is required')
  if (!email) throw fieldProblem('email', 'Email is required')
  return { name, email, address }
}

interface Acknowledgement {
  number: string
  /** The path of the page that shows its state. */
  statusPage: string
}

/**
 * Opens a complaint about a listing that the caller sees, or about a question on its page, and returns its number.
 * Throws not_allowed for the caller's own listing, and invalid_input without the name and email of somebody who has no
 * account, or without their copyright notice when they complain of a copy.
 */
export const complainAboutItem = (
  dependencies: Dependencies,
  caller: Caller | undefined,
  { projectId, address }: { projectId: string; address: string },
  { question, kind, text, notice, ...sender }: Received<typeof complaints.send>['body'],
): Promise<Acknowledgement> =>
  dependencies.db.transaction().execute(async (trx) => {
    await requireVisible(trx, caller, projectId)
    if (question) await requireReportable(trx, caller?.id, { id: projectId, question })
    else if ((await anyProject(trx, projectId)).ownerId === caller?.id)
      throw new ProblemError('not_allowed', 'This is your own project. You can change it yourself.')
    const complainant = complainantOf(caller, sender, address)
    if (kind === 'copied' && !('memberId' in complainant) && !notice)
      throw fieldProblem('notice', 'Say whose work it is, what the original is, and your address')
    const about = question ? { questionId: question } : {}
    return openComplaint(dependencies, trx, {
      complainant,
      projectId,
      ...about,
      kind,
      text,
      notice: kind === 'copied' ? notice : undefined,
    })
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
    const complaint = await lockComplaint(trx, id)
    if (!complaint || complaint.reviewId || complaint.questionId) throw complaintNotFound()
    if ((await anyProject(trx, complaint.projectId)).ownerId !== ownerId) throw complaintNotFound()
    if (complaint.outcome) throw new ProblemError('conflict', 'This complaint is decided already.')
    if (complaint.answer !== null)
      throw new ProblemError('conflict', 'You have answered this complaint already.')
    await setAnswer(trx, id, text)
  })

/**
 * A page of the entries of open complaints, of the open complaints in one entry, or of the decided ones, and the number
 * of open entries.
 */
export async function complaintsPage(
  connection: Connection,
  { state, of, about, ...window }: Received<typeof complaints.list>['query'],
): Promise<ReplyFields<typeof complaints.list>> {
  const { rows, pagination } = await (of
    ? openInEntryOf(connection, of, window)
    : state === 'open'
      ? openEntries(connection, about, window)
      : decidedComplaints(connection, about, window))
  const { pagination: open } = await openEntries(connection, about, { page: 1, limit: 1 })
  const listed = rows.map((row) => ({ ...toStaffComplaint(row), count: row.count }))
  return { complaints: listed, open: open.total, pagination }
}

/** One complaint with the item that it is about. Throws not_found. */
export async function complaintById(connection: Connection, id: string): Promise<StaffComplaint> {
  const row = await complaintWithItem(connection, id)
  if (!row) throw complaintNotFound()
  return toStaffComplaint(row)
}

const complaintNotFound = () => new ProblemError('not_found', 'Complaint not found')

interface NewComplaint {
  complainant: Complainant
  projectId: string
  reviewId?: string
  questionId?: string
  kind: string
  text: string
  notice?: CopyrightNotice | undefined
}

/**
 * Opens a complaint in the caller's transaction and returns its number. Its complainant is emailed the number at once,
 * which is the acknowledgement; without an account once a day at most, because the address may be a stranger's. The
 * owner of a listing is told without the complainant's name. Throws conflict while the same member has an open complaint
 * about the same item (for a review also after it is decided), and too_many_requests. Of somebody without an account it
 * says nothing about earlier complaints: the email may be another person's.
 */
export async function openComplaint(
  dependencies: Dependencies,
  trx: Connection,
  { complainant, notice, ...complaint }: NewComplaint,
): Promise<Acknowledgement> {
  await countComplaint(trx, complainant)
  const row = await insertComplaint(trx, {
    id: uuid(),
    number: await allocateNumber(trx),
    ...complaint,
    ...('memberId' in complainant
      ? { memberId: complainant.memberId }
      : { complainantName: complainant.name, complainantEmail: complainant.email }),
    notice: notice ? JSON.stringify({ ...notice, declaration: noticeDeclaration }) : null,
  })
  if (!row)
    throw new ProblemError(
      'conflict',
      complaint.reviewId
        ? 'You have reported this review already'
        : 'You have reported this already. Our staff will mail you what they decide.',
    )
  const { ownerId, facts } = await factsOf(dependencies, trx, row)
  const due = minute(dueOf(row))
  const isStranger = row.complainantEmail !== null
  if (!isStranger || (await countIfAllowed(trx, acknowledgementsTo(row.complainantEmail!))))
    await mailComplainant(dependencies, trx, row, receivedEmail({ ...facts, due }))
  if (
    aboutOf(row) === 'listing' &&
    (!isStranger || (await countIfAllowed(trx, strangersTold(row.projectId))))
  )
    await mailMember(
      dependencies,
      trx,
      ownerKind,
      ownerId,
      aboutYoursEmail({
        ...facts,
        kind: kindLabels[row.kind] ?? row.kind,
        text: isStranger ? undefined : row.text,
        due,
      }),
    )
  return { number: facts.number, statusPage: facts.statusPage }
}

/**
 * Limits the mails to the owner of a listing about complaints without an account, which anybody may send; all are on its
 * page.
 */
const strangersTold = (projectId: string) => ({
  name: 'complaints told',
  subject: projectId,
  max: 5,
  seconds: 86_400,
  refusal: 'This owner has been told today.',
})

/**
 * Counts a complaint: 20 a day of a member; without an account 20 an hour of a network. An email that somebody typed
 * counts for nothing, or it would silence the person whose it is.
 */
async function countComplaint(trx: Connection, complainant: Complainant): Promise<void> {
  const refusal = 'You have reported many things today.'
  if ('memberId' in complainant)
    return countAttempt(trx, {
      name: 'complaints',
      subject: complainant.memberId,
      max: 20,
      seconds: 86_400,
      refusal,
    })
  const subject = networkOf(complainant.address)
  await countAttempt(trx, { name: 'complaints by address', subject, max: 20, seconds: 3600, refusal })
}

/** Mails who made a complaint, with an account or without; nobody once the account is deleted. */
async function mailComplainant(
  dependencies: Dependencies,
  trx: Connection,
  row: ComplaintRow,
  content: EmailContent,
) {
  if (row.memberId) await mailMember(dependencies, trx, complainantKind, row.memberId, content)
  else if (row.complainantEmail)
    await mailAddress(dependencies, trx, complainantKind, row.complainantEmail, content)
}

/**
 * Decides the open complaints about a review or question, or those with some ids, records each in the audit log and
 * emails the complainants, and the owner once. What is taken down is sealed once for all of them.
 */
export async function settleComplaints(
  dependencies: Dependencies,
  trx: Connection,
  staff: StaffCaller,
  of: Parameters<typeof decideComplaints>[1],
  decision: { outcome: ComplaintOutcome; reasons: string },
): Promise<void> {
  const by = await staffName(trx, staff.id)
  const decided = await decideComplaints(trx, of, { ...decision, by })
  const [first] = decided
  if (first && decision.outcome !== 'no_action')
    await seal(dependencies, trx, {
      kind: 'takedown',
      about: [...decided.map(numberOf), first.projectId],
      content: await takenDown(trx, first.id),
    })
  for (const row of decided) {
    const { ownerId, facts } = await factsOf(dependencies, trx, row)
    await decideCase(trx, staff, {
      about: `complaint ${row.id}`,
      name: facts.number,
      action: 'decide complaint',
      conflict: false,
      carryOut: async () => {
        await endBlockOf(trx, row.id)
        await mailComplainant(dependencies, trx, row, decidedEmail(facts, decision, false))
        if (aboutOf(row) === 'listing' && row === first)
          await mailMember(dependencies, trx, ownerKind, ownerId, decidedEmail(facts, decision, true))
        return { before: { outcome: null }, after: decision, result: undefined }
      },
    })
  }
  await clearWordsOfFormer(
    trx,
    decided.map(({ id }) => id),
  )
}

/**
 * Seals the listings that open complaints are about before the account of their owner is deleted, each once; staff
 * decide the complaints later.
 */
export async function sealReported(
  dependencies: Dependencies,
  trx: Connection,
  projectIds: string[],
): Promise<void> {
  const open = Map.groupBy(await openComplaintsAbout(trx, projectIds), ({ projectId }) => projectId)
  for (const [projectId, rows] of open)
    await seal(dependencies, trx, {
      kind: 'takedown',
      about: [...rows.map(numberOf), projectId],
      content: await takenDown(trx, rows[0]!.id),
    })
}

/** The number of open and of overdue complaints, the time of the oldest and the one by which the next must be decided. */
export async function complaintsToDecide(connection: Connection) {
  const { nextDue, since, ...counts } = await countOpenComplaints(connection)
  return { ...counts, oldest: isoTime(since), nextDue: isoTime(nextDue) }
}

/**
 * Removes a member from their messages to us, from their complaints, and from their answers as the owner of some
 * projects. The words of an open complaint go when it is decided.
 */
export async function eraseComplaintsOf(
  trx: Connection,
  memberId: string,
  projectIds: string[],
): Promise<void> {
  await clearSender(trx, memberId)
  await clearComplaintsOf(trx, memberId, projectIds)
}

async function factsOf({ config: { publicUrl }, secret }: Dependencies, trx: Connection, row: ComplaintRow) {
  const { projectId, title, ownerId, isGone } = (await complaintWithItem(trx, row.id))!
  const number = numberOf(row)
  const thing = { about: itemOf(row), isListing: aboutOf(row) === 'listing', isGone }
  const page = statusPage(secret, number)
  return { ownerId, facts: { number, ...thing, title, projectId, publicUrl, statusPage: page } }
}
