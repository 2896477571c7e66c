import { ProblemError } from '#contract/kit/problem.ts'
import type { ReportOutcome } from '#contract/projects/reports.ts'

import type { Connection } from '../database/connection.ts'
import type { Caller } from '../http/session.ts'
import { decide } from '../listings/service.ts'
import type { Parts } from '../parts.ts'
import { anyProject } from '../projects/service.ts'
import { hideQuestion, lockQuestion } from '../questions/service.ts'
import { recalledSince } from '../recalls/service.ts'
import { decideReviewIn, lockReview } from '../reviews/service.ts'
import { lockTicket, settleTickets, ticketWithThing } from '../tickets/service.ts'

type DecideParts = Pick<Parts, 'db' | 'jobs' | 'config' | 'secret'>
type Staff = Caller<'admin' | 'super_admin'>
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
