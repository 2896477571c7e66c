import { type ComplaintOutcome, type complaints, complaintTransitions } from '#contract/content/complaints.ts'
import type { moderation, reviewStates } from '#contract/content/moderation.ts'
import { parseRequestNumber } from '#contract/content/request-numbers.ts'
import type { Received, ReplyFields } from '#contract/kit/endpoint.ts'
import type { PageWindow } from '#contract/kit/paging.ts'
import { ProblemError } from '#contract/kit/problem.ts'
import { mayMove } from '#contract/kit/transitions.ts'
import type { Question } from '#contract/projects/questions.ts'

import type { Dependencies } from '../../dependencies.ts'
import { hideReview, lockReview, requireReportable, reviewNotFound } from '../../orders/reviews/service.ts'
import type { Connection } from '../../platform/database/connection.ts'
import type { Caller, StaffCaller } from '../../platform/http/caller.ts'
import { anyEdited, anyProject, requireVisible } from '../../projects/access.ts'
import { blockProject } from '../../projects/blocks/service.ts'
import { lockQuestion } from '../../projects/questions/lookup-queries.ts'
import { hideQuestion as setQuestionHidden } from '../../projects/questions/service.ts'
import { recalledSince } from '../../projects/releases/lookup-queries.ts'
import { decide } from '../../projects/staff/decision.ts'
import { recordAudit } from '../../staff/audit/service.ts'
import { staffName } from '../../staff/service.ts'
import { numberOf, toStaffReview } from './presenter.ts'
import { idsInEntryOf, lockComplaint, reviewsIn, complaintWithItem } from './queries.ts'
import { openComplaint, complainantOf, settleComplaints } from './service.ts'

interface ReviewDecision {
  decision: 'keep' | 'hide'
  reason: string
}
interface QuestionPlace {
  id: string
  question: string
}

/**
 * Records a complaint about a review that the caller can see and returns its number. Throws conflict when they have
 * complained about it before, and invalid_input without the name and email of somebody who has no account.
 */
export const reportReview = (
  dependencies: Dependencies,
  caller: Caller | undefined,
  { id: projectId, review: reviewId, address }: { id: string; review: string; address: string },
  { reason, text, ...sender }: Received<typeof complaints.sendAboutReview>['body'],
) =>
  dependencies.db.transaction().execute(async (trx) => {
    await requireVisible(trx, caller, projectId)
    await requireReportable(trx, caller?.id, { id: projectId, review: reviewId })
    const complainant = complainantOf(caller, sender, address)
    return openComplaint(dependencies, trx, { complainant, projectId, reviewId, kind: reason, text })
  })

/** A page of reviews in one state, and the number of reviews with an open complaint. */
export async function reviewsForStaff(
  connection: Connection,
  { state, ...window }: PageWindow & { state: (typeof reviewStates)[number] },
): Promise<ReplyFields<typeof moderation.reviews>> {
  const { rows, pagination } = await reviewsIn(connection, state, window)
  const { pagination: reported } = await reviewsIn(connection, 'reported', { page: 1, limit: 1 })
  return { reviews: rows.map(toStaffReview), reported: reported.total, pagination }
}

/** Runs `decideReviewIn` in its own transaction. */
export const decideReview = (
  dependencies: Dependencies,
  staff: StaffCaller,
  id: string,
  decision: ReviewDecision,
) => dependencies.db.transaction().execute((trx) => decideReviewIn(dependencies, trx, staff, id, decision))

/**
 * Keeps a review on its page or hides it, and settles its complaints, in the caller's transaction. Throws not_found.
 */
export async function decideReviewIn(
  dependencies: Dependencies,
  trx: Connection,
  staff: StaffCaller,
  id: string,
  { decision, reason }: ReviewDecision,
): Promise<void> {
  const review = await lockReview(trx, id)
  if (!review) throw reviewNotFound()
  await hideReview(dependencies, trx, staff, review, decision === 'hide' ? reason : null)
  const outcome = decision === 'hide' ? 'hidden' : 'no_action'
  const reasons = reason || 'It keeps to our rules.'
  await settleComplaints(dependencies, trx, staff, { column: 'reviewId', ids: [id] }, { outcome, reasons })
}

/** Runs `hideQuestionIn` in its own transaction. */
export const hideQuestion = (
  dependencies: Dependencies,
  staff: StaffCaller,
  place: QuestionPlace,
  reason: string | null,
): Promise<Question> =>
  dependencies.db.transaction().execute((trx) => hideQuestionIn(dependencies, trx, staff, place, reason))

/**
 * Hides a question for a reason and settles the complaints about it, or shows it again when the reason is null, in the
 * caller's transaction. Throws not_found.
 */
async function hideQuestionIn(
  dependencies: Dependencies,
  trx: Connection,
  staff: StaffCaller,
  place: QuestionPlace,
  reason: string | null,
): Promise<Question> {
  const question = await setQuestionHidden(dependencies, trx, staff, place, reason)
  const of = { column: 'questionId', ids: [place.question] } satisfies Parameters<typeof settleComplaints>[3]
  if (reason !== null)
    await settleComplaints(dependencies, trx, staff, of, { outcome: 'hidden', reasons: reason })
  return question
}

interface ComplaintDecision {
  outcome: ComplaintOutcome
  reasons: string
}
type Complaint = NonNullable<Awaited<ReturnType<typeof lockComplaint>>>

/**
 * Decides a complaint with reasons, and what has come without an account of the same item and kind up to the number
 * `last`, and carries the decision out: a hidden listing is rejected; a hidden review or question leaves its page, and
 * all its open complaints are settled. A complaint about something deleted is only decided. Throws not_found, and
 * conflict when it is decided already, when it says 'recalled' but nothing was recalled, or when another staff member is
 * reviewing the project.
 */
export const decideComplaint = (
  dependencies: Dependencies,
  staff: StaffCaller,
  id: string,
  { last, ...decision }: ComplaintDecision & { last?: string | undefined },
) =>
  dependencies.db.transaction().execute(async (trx) => {
    const known = await complaintWithItem(trx, id)
    if (!known) throw complaintNotFound()
    const act = await lockItem(dependencies, trx, staff, known)
    const complaint = await lockComplaint(trx, id)
    if (!complaint) throw complaintNotFound()
    const from = (complaint.outcome ?? 'open') as 'open'
    if (!mayMove(complaintTransitions, { from, to: decision.outcome, by: 'staff' }))
      throw new ProblemError('conflict', 'This complaint is decided already. Reload the page to see how.')
    if (decision.outcome === 'recalled') await requireRecall(trx, complaint)
    await act(decision)
    // Most are settled by now, together with the other complaints about the same item.
    const read = last ? await idsInEntryOf(trx, id, parseRequestNumber(last)?.number ?? 0) : []
    await settleComplaints(dependencies, trx, staff, { column: 'id', ids: [id, ...read] }, decision)
  })

/**
 * Locks the item that a complaint is about, before the complaint in the order of locks (docs/ARCHITECTURE.md), and
 * returns a function that carries out a decision.
 */
async function lockItem(
  dependencies: Dependencies,
  trx: Connection,
  staff: StaffCaller,
  { projectId, reviewId, questionId }: Complaint,
): Promise<(decision: ComplaintDecision) => Promise<unknown>> {
  if (reviewId) {
    const review = await lockReview(trx, reviewId)
    return async ({ outcome, reasons: reason }) =>
      review &&
      decideReviewIn(dependencies, trx, staff, reviewId, {
        decision: outcome === 'hidden' ? 'hide' : 'keep',
        reason,
      })
  }
  if (questionId) {
    await lockQuestion(trx, questionId)
    const place = { id: projectId, question: questionId }
    return async ({ outcome, reasons }) =>
      outcome === 'hidden' && hideQuestionIn(dependencies, trx, staff, place, reasons)
  }
  const { verificationStatus, keepsSale, deletedAt } = await anyEdited(trx, projectId, {
    lock: true,
    includeDeleted: true,
  })
  const isListed = (verificationStatus !== 'rejected' || keepsSale) && !deletedAt
  return async ({ outcome, reasons: notes }) =>
    outcome === 'hidden' &&
    isListed &&
    decide(dependencies, trx, staff, projectId, {
      status: 'rejected',
      notes,
      takesOffSale: true,
      isFinal: true,
    })
}

async function requireRecall(trx: Connection, { projectId, reviewId, questionId, sentAt }: Complaint) {
  if (reviewId || questionId) throw new ProblemError('invalid_input', 'Only a project has releases to recall')
  if (!(await recalledSince(trx, projectId, sentAt)))
    throw new ProblemError('conflict', 'Recall the release first: nothing was recalled since this complaint.')
}

const complaintNotFound = () => new ProblemError('not_found', 'Complaint not found')

/**
 * Takes the listing that an open complaint is about off the lists while it is decided, once for each complaint. Throws
 * not_found, and conflict when it is decided or was blocked because of it, or as blockProject does.
 */
export const blockNow = (dependencies: Dependencies, staff: StaffCaller, id: string, reason: string) =>
  dependencies.db.transaction().execute(async (trx) => {
    const known = await complaintWithItem(trx, id)
    if (!known) throw complaintNotFound()
    if (known.reviewId || known.questionId)
      throw new ProblemError(
        'invalid_input',
        'Only a project can be blocked. Decide, and it is taken off the page.',
      )
    await anyProject(trx, known.projectId, { lock: true })
    const complaint = (await lockComplaint(trx, id))!
    if (complaint.outcome) throw new ProblemError('conflict', 'This complaint is decided already.')
    if ((await complaintWithItem(trx, id))!.blockedUntil)
      throw new ProblemError('conflict', 'The project was blocked because of this complaint already.')
    const number = numberOf(complaint)
    const by = await staffName(trx, staff.id)
    const { projectId } = complaint
    const endsAt = await blockProject(dependencies, trx, { projectId, complaintId: id, number, reason, by })
    await recordAudit(trx, {
      staff,
      action: 'block listing',
      about: `complaint ${id}`,
      name: number,
      after: { project: known.title, reason, until: endsAt.toISOString() },
    })
  })
