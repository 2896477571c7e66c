import { ProblemError } from '#contract/kit/problem.ts'
import type { ReportOutcome } from '#contract/projects/reports.ts'

import { recordAudit } from '../audit/service.ts'
import type { Connection } from '../database/connection.ts'
import type { Caller } from '../http/session.ts'
import { decide } from '../listings/service.ts'
import type { Parts } from '../parts.ts'
import { anyProject } from '../projects/service.ts'
import { hideQuestion } from '../questions/service.ts'
import { recalledSince } from '../recalls/service.ts'
import { decideReview } from '../reviews/service.ts'
import { staffName } from '../staff/service.ts'
import { lockTicket, settleTickets } from '../tickets/service.ts'

type DecideParts = Pick<Parts, 'db' | 'jobs' | 'config' | 'secret'>
type Staff = Caller<'admin' | 'super_admin'>
interface Decision {
  outcome: ReportOutcome
  reasons: string
}

/**
 * Decides a ticket with reasons, and does what was decided: a listing that is hidden is rejected, a review or question
 * leaves its page with all its open tickets. Throws conflict when it is decided already, or a recall was not made.
 */
export async function decideReport(
  parts: DecideParts,
  staff: Staff,
  id: string,
  decision: Decision,
): Promise<void> {
  const { outcome, reasons } = decision
  const ticket = await parts.db.transaction().execute((trx) => openTicketAt(trx, id))
  const { projectId, reviewId, questionId } = ticket
  if (outcome === 'recalled' && (reviewId || questionId))
    throw new ProblemError('invalid_input', 'Only a project has releases to recall')
  // It settles the tickets of the review itself.
  if (reviewId)
    return decideReview(parts, staff, reviewId, {
      decision: outcome === 'hidden' ? 'hide' : 'keep',
      reason: reasons,
    })
  if (questionId && outcome === 'hidden')
    await hideQuestion(parts, staff.id, { id: projectId, question: questionId }, reasons)
  await parts.db.transaction().execute(async (trx) => {
    const project = await anyProject(trx, projectId, { lock: true })
    const { number, reportedAt } = await openTicketAt(trx, id)
    if (outcome === 'recalled' && !(await recalledSince(trx, projectId, reportedAt)))
      throw new ProblemError('conflict', 'Recall the release first: nothing was recalled since this report.')
    if (outcome === 'hidden' && !questionId && project.verificationStatus !== 'rejected')
      await decide(parts, trx, staff, projectId, { status: 'rejected', notes: reasons })
    const of =
      questionId && outcome === 'hidden'
        ? ({ column: 'questionId', id: questionId } as const)
        : ({ column: 'id', id } as const)
    await settleTickets(parts, trx, of, { ...decision, by: await staffName(trx, staff.id) })
    await recordAudit(trx, {
      staff,
      action: 'decide report',
      about: `report ${id}`,
      name: `RP-${String(number).padStart(6, '0')}`,
      before: { outcome: null },
      after: { outcome, reasons },
    })
  })
}

async function openTicketAt(trx: Connection, id: string) {
  const ticket = await lockTicket(trx, id)
  if (!ticket) throw new ProblemError('not_found', 'Report not found')
  if (ticket.outcome)
    throw new ProblemError('conflict', 'This report is decided already. Reload the page to see how.')
  return ticket
}
