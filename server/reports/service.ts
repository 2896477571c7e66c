import type { Received, Reply } from '#contract/kit/endpoint.ts'
import { type PageWindow, paginationOf } from '#contract/kit/paging.ts'
import { ProblemError } from '#contract/kit/problem.ts'
import type { OwnersReport, reports, StaffReport } from '#contract/projects/reports.ts'

import type { Connection, Database } from '../database/connection.ts'
import type { Caller } from '../http/session.ts'
import type { Parts } from '../parts.ts'
import { anyProject, ownProject, requireVisible } from '../projects/service.ts'
import { requireReportable } from '../questions/service.ts'
import {
  countTickets,
  lockTicket,
  openTicket,
  setAnswer,
  ticketsIn,
  ticketsOfListing,
  ticketWithThing,
  toStaffReport,
  toTicket,
} from '../tickets/service.ts'

export { decideReport } from './decide.ts'

type ReportParts = Pick<Parts, 'db' | 'jobs' | 'config' | 'secret'>

/** Reports a listing that the caller sees, or a question on its page, and answers the ticket's number. Throws not_allowed for one's own. */
export const reportThing = (
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
    return openTicket(parts, trx, { memberId: caller.id, projectId, ...about, kind, text })
  })

/** The reports of the caller's own listing, newest first. Throws not_found for a stranger's. */
export async function reportsOf(
  connection: Connection,
  ownerId: string,
  projectId: string,
): Promise<OwnersReport[]> {
  await ownProject(connection, ownerId, projectId)
  return (await ticketsOfListing(connection, projectId)).map(toTicket)
}

/** Keeps the owner's counter-notice. Throws not_found for what is not theirs, conflict when they answered or it is decided. */
export const answerReport = (db: Database, ownerId: string, id: string, text: string): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const ticket = await lockTicket(trx, id)
    if (!ticket || ticket.reviewId || ticket.questionId) throw reportNotFound()
    if ((await anyProject(trx, ticket.projectId)).ownerId !== ownerId) throw reportNotFound()
    if (ticket.outcome) throw new ProblemError('conflict', 'This report is decided already.')
    if (ticket.answer !== null) throw new ProblemError('conflict', 'You have answered this report already.')
    await setAnswer(trx, id, text)
  })

/** A page of the tickets that wait, oldest first, or of those decided. */
export async function reportsIn(
  connection: Connection,
  { state, ...window }: PageWindow & { state: 'open' | 'decided' },
): Promise<Omit<Reply<typeof reports.list>, 'success'>> {
  const [rows, total, open] = await Promise.all([
    ticketsIn(connection, state, window),
    countTickets(connection, state),
    countTickets(connection, 'open'),
  ])
  return { reports: rows.map(toStaffReport), open, pagination: paginationOf(window, total) }
}

/** One ticket with what it is about. Throws not_found. */
export async function reportAt(connection: Connection, id: string): Promise<StaffReport> {
  const row = await ticketWithThing(connection, id)
  if (!row) throw reportNotFound()
  return toStaffReport(row)
}

const reportNotFound = () => new ProblemError('not_found', 'Report not found')
