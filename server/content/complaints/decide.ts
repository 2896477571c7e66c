import type { ReportOutcome, ReportReason } from '#contract/content/complaints.ts'
import type { Reply } from '#contract/endpoint.ts'
import type { reviewReports, reviewStates } from '#contract/orders/reviews.ts'
import { type PageWindow, paginationOf } from '#contract/paging.ts'
import { ProblemError } from '#contract/problem.ts'

import { memberById } from '../../accounts/lookup-queries.ts'
import { lockBuyer } from '../../orders/lookup-queries.ts'
import { reviewAt, reviewAtId, setHidden } from '../../orders/reviews/queries.ts'
import type { Parts } from '../../parts.ts'
import type { Connection } from '../../platform/database/connection.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { mailMember, type OptionalKind } from '../../platform/mail/send.ts'
import { anyProject, requireVisible } from '../../projects/access.ts'
import { recalledSince, lockQuestion } from '../../projects/lookup-queries.ts'
import { hideQuestion } from '../../projects/questions/service.ts'
import { addRating, removeRating } from '../../projects/save.ts'
import { decide } from '../../projects/staff/decide.ts'
import { recordAudit } from '../../staff/audit/service.ts'
import { toStaffReview } from './presenter.ts'
import {
  countReviews,
  insertReport,
  lockTicket,
  reviewsIn,
  settleReports,
  ticketWithThing,
} from './queries.ts'
import { openTicket, settleTickets } from './service.ts'

type ModerationParts = Pick<Parts, 'db' | 'jobs' | 'config' | 'secret'>
type Staff = Caller<'admin' | 'super_admin'>
interface ReviewDecision {
  decision: 'keep' | 'hide'
  reason: string
}
interface Reported {
  reason: ReportReason
  text: string
}

/** Tells staff what a member finds wrong with a review that they can see, and answers the number of the ticket about it. Throws conflict when they did before. */
export const reportReview = (
  parts: ModerationParts,
  caller: Caller<'member'>,
  { id: projectId, review: reviewId }: { id: string; review: string },
  { reason, text }: Reported,
): Promise<string> =>
  parts.db.transaction().execute(async (trx) => {
    await requireVisible(trx, caller, projectId)
    const review = await reviewAt(trx, projectId, reviewId)
    if (!review) throw reviewNotFound()
    if (review.memberId === caller.id)
      throw new ProblemError('not_allowed', 'This is your own review. You can change it yourself.')
    if (!(await insertReport(trx, { reviewId, memberId: caller.id, reason, text })))
      throw new ProblemError('conflict', 'You have reported this review already')
    return openTicket(parts, trx, { memberId: caller.id, projectId, reviewId, kind: reason, text })
  })

/** A page of the reviews that staff ask for, and how many have an open report. */
export async function reviewsForStaff(
  connection: Connection,
  { state, ...window }: PageWindow & { state: (typeof reviewStates)[number] },
): Promise<Omit<Reply<typeof reviewReports.list>, 'success'>> {
  const [rows, total, reported] = await Promise.all([
    reviewsIn(connection, state, window),
    countReviews(connection, state),
    countReviews(connection, 'reported'),
  ])
  return { reviews: rows.map(toStaffReview), reported, pagination: paginationOf(window, total) }
}

/** As decideReviewIn, in a transaction of its own. */
export const decideReview = (parts: ModerationParts, staff: Staff, id: string, decision: ReviewDecision) =>
  parts.db.transaction().execute((trx) => decideReviewIn(parts, trx, staff, id, decision))

/** A review that is not withdrawn, to be decided upon by nobody else until the transaction ends; nothing when there is none. */
async function lockReview(trx: Connection, id: string) {
  const known = await reviewAtId(trx, id)
  if (!known) return undefined
  await lockBuyer(trx, known.memberId)
  return reviewAtId(trx, id)
}

/**
 * Keeps a review on its page or hides it, and settles its reports and tickets, in the caller's transaction. What is hidden
 * leaves the average, and its writer is told. Throws not_found.
 */
async function decideReviewIn(
  parts: ModerationParts,
  trx: Connection,
  staff: Staff,
  id: string,
  { decision, reason }: ReviewDecision,
): Promise<void> {
  const review = await lockReview(trx, id)
  if (!review) throw reviewNotFound()
  const [was, is] = [review.hiddenReason, decision === 'hide' ? reason : null]
  if (was !== is) await setHidden(trx, id, is)
  await settleReports(trx, id)
  const outcome = decision === 'hide' ? 'hidden' : 'no_action'
  const reasons = reason || 'It keeps to our rules.'
  await settleTickets(parts, trx, staff, { column: 'reviewId', id }, { outcome, reasons })
  if (!review.isFree && was === null && is !== null) await removeRating(trx, review.projectId, review.rating)
  if (!review.isFree && was !== null && is === null) await addRating(trx, review.projectId, review.rating)
  await recordAudit(trx, {
    staff,
    action: decision === 'hide' ? 'hide review' : 'keep review',
    about: `review ${id}`,
    before: { hiddenReason: was },
    after: { hiddenReason: is },
  })
  if (was === null && is !== null) await mailWriter(parts, trx, { ...review, reason: is })
}

const hiddenKind: OptionalKind = {
  name: 'review-hidden',
  why: 'you reviewed this project',
  preference: 'notifications',
}

async function mailWriter(
  parts: ModerationParts,
  trx: Connection,
  { memberId, orderId, title, reason }: { memberId: string; orderId: string; title: string; reason: string },
) {
  const writer = await memberById(trx, memberId)
  if (!writer || writer.deactivatedAt) return
  await mailMember(parts, trx, hiddenKind, writer, {
    subject: `Your review of ${title} was taken off the page`,
    paragraphs: [
      `Our staff took your review of “${title}” off its page. It does not count in the rating either.`,
      `Why: ${reason}`,
      'You can still see it on the page of your order.',
    ],
    button: { label: 'Go to Your Order', url: `${parts.config.publicUrl}/orders/${orderId}` },
  })
}

const reviewNotFound = () => new ProblemError('not_found', 'Review not found')

type DecideParts = Pick<Parts, 'db' | 'jobs' | 'config' | 'secret'>
interface ComplaintDecision {
  outcome: ReportOutcome
  reasons: string
}
type Ticket = NonNullable<Awaited<ReturnType<typeof lockTicket>>>

/**
 * Decides a ticket with reasons, and does what was decided: a listing that is hidden is rejected, a review or question
 * leaves its page with all its open tickets. What is gone already is only decided. Throws not_found, and conflict when it is
 * decided already, a recall was not made, or another staff member looks at the project.
 */
export const decideReport = (parts: DecideParts, staff: Staff, id: string, decision: ComplaintDecision) =>
  parts.db.transaction().execute(async (trx) => {
    const known = await ticketWithThing(trx, id)
    if (!known) throw reportNotFound()
    const act = await lockThing(parts, trx, staff, known)
    const ticket = await lockTicket(trx, id)
    if (!ticket) throw reportNotFound()
    if (ticket.outcome)
      throw new ProblemError('conflict', 'This report is decided already. Reload the page to see how.')
    if (decision.outcome === 'recalled') await requireRecall(trx, ticket)
    await act(decision)
    // Most are settled by now, together with the others about the same thing.
    await settleTickets(parts, trx, staff, { column: 'id', id }, decision)
  })

/** Locks what a ticket is about, before the ticket as everybody does, and answers how a decision is carried out. */
async function lockThing(
  parts: DecideParts,
  trx: Connection,
  staff: Staff,
  { projectId, reviewId, questionId }: Ticket,
): Promise<(decision: ComplaintDecision) => Promise<unknown>> {
  if (reviewId) {
    const review = await lockReview(trx, reviewId)
    return async ({ outcome, reasons: reason }) =>
      review &&
      decideReviewIn(parts, trx, staff, reviewId, {
        decision: outcome === 'hidden' ? 'hide' : 'keep',
        reason,
      })
  }
  if (questionId) {
    await lockQuestion(trx, questionId)
    const place = { id: projectId, question: questionId }
    return async ({ outcome, reasons }) =>
      outcome === 'hidden' && hideQuestion(parts, trx, staff, place, reasons)
  }
  const { verificationStatus, deletedAt } = await anyProject(trx, projectId, { lock: true, orDeleted: true })
  const isListed = verificationStatus !== 'rejected' && !deletedAt
  return async ({ outcome, reasons: notes }) =>
    outcome === 'hidden' && isListed && decide(parts, trx, staff, projectId, { status: 'rejected', notes })
}

async function requireRecall(trx: Connection, { projectId, reviewId, questionId, reportedAt }: Ticket) {
  if (reviewId || questionId) throw new ProblemError('invalid_input', 'Only a project has releases to recall')
  if (!(await recalledSince(trx, projectId, reportedAt)))
    throw new ProblemError('conflict', 'Recall the release first: nothing was recalled since this report.')
}

const reportNotFound = () => new ProblemError('not_found', 'Report not found')
