import type { Reply } from '#contract/kit/endpoint.ts'
import { type PageWindow, paginationOf } from '#contract/kit/paging.ts'
import { ProblemError } from '#contract/kit/problem.ts'
import type { ReportReason, reviewReports, reviewStates } from '#contract/projects/review-reports.ts'

import { memberById } from '../../accounts/service.ts'
import { recordAudit } from '../../audit/service.ts'
import type { Connection } from '../../database/connection.ts'
import type { Caller } from '../../http/session.ts'
import { mailMember } from '../../mail/enqueue.ts'
import type { OptionalKind } from '../../mail/kind.ts'
import { lockBuyer } from '../../orders/service.ts'
import type { Parts } from '../../parts.ts'
import { addRating, removeRating, requireVisible } from '../../projects/service.ts'
import { openTicket, settleTickets } from '../../tickets/service.ts'
import { reviewAt } from '../queries.ts'
import { toStaffReview } from './presenter.ts'
import { countReviews, insertReport, reviewAtId, reviewsIn, setHidden, settleReports } from './queries.ts'

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
export async function lockReview(trx: Connection, id: string) {
  const known = await reviewAtId(trx, id)
  if (!known) return undefined
  await lockBuyer(trx, known.memberId)
  return reviewAtId(trx, id)
}

/**
 * Keeps a review on its page or hides it, and settles its reports and tickets, in the caller's transaction. What is hidden
 * leaves the average, and its writer is told. Throws not_found.
 */
export async function decideReviewIn(
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
