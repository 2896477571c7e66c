import { v7 as uuid } from 'uuid'

import { longDay } from '#contract/kit/day.ts'
import { ProblemError } from '#contract/kit/problem.ts'
import type { ReportOutcome } from '#contract/projects/reports.ts'

import { memberById } from '../accounts/service.ts'
import { recordAudit } from '../audit/service.ts'
import type { Connection } from '../database/connection.ts'
import { mailMember, type MailParts } from '../mail/enqueue.ts'
import { countAttempt } from '../rate-limits/service.ts'
import { staffName } from '../staff/service.ts'
import { decidedEmail, ownerKind, receivedEmail, reportedEmail, reporterKind } from './emails.ts'
import { aboutOf, dueOf, kindWords, maxAge, numberOf, thingOf } from './presenter.ts'
import {
  decideTickets,
  insertTicket,
  nextNumber,
  openTickets,
  type TicketRow,
  ticketWithThing,
} from './queries.ts'

export { toStaffReport, toTicket } from './presenter.ts'
export {
  clearTicketsOf,
  countTickets,
  lockTicket,
  setAnswer,
  ticketsIn,
  ticketsOfListing,
  ticketWithThing,
} from './queries.ts'

interface NewTicket {
  memberId: string
  projectId: string
  reviewId?: string
  questionId?: string
  kind: string
  text: string
}

/**
 * Opens a ticket in the caller's transaction: its reporter is mailed the number at once, which is the acknowledgement; of a
 * listing the owner is told what is said, not by whom. Answers the number. Throws conflict while one of theirs about the
 * same thing is open, too_many_requests.
 */
export async function openTicket(parts: MailParts, trx: Connection, ticket: NewTicket): Promise<string> {
  const row = await insertTicket(trx, { id: uuid(), number: await nextNumber(trx), ...ticket })
  if (!row)
    throw new ProblemError(
      'conflict',
      'You have reported this already. Our staff will mail you what they decide.',
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
  await mail(parts, trx, ticket.memberId, reporterKind, receivedEmail({ ...facts, due }))
  if (aboutOf(row) === 'listing')
    await mail(
      parts,
      trx,
      ownerId,
      ownerKind,
      reportedEmail({ ...facts, kind: kindWords[row.kind] ?? row.kind, text: row.text, due }),
    )
  return facts.number
}

/** Decides the open tickets about a review or a question, or one of them, writes that down, and tells reporters and owners. */
export async function settleTickets(
  parts: MailParts,
  trx: Connection,
  staff: { id: string },
  of: Parameters<typeof decideTickets>[1],
  decision: { outcome: ReportOutcome; reasons: string },
): Promise<void> {
  const by = await staffName(trx, staff.id)
  for (const row of await decideTickets(trx, of, { ...decision, by })) {
    const { ownerId, facts } = await factsOf(parts, trx, row)
    await recordAudit(trx, {
      staff,
      action: 'decide report',
      about: `report ${row.id}`,
      name: facts.number,
      before: { outcome: null },
      after: decision,
    })
    if (row.memberId) await mail(parts, trx, row.memberId, reporterKind, decidedEmail(facts, decision, false))
    if (aboutOf(row) === 'listing')
      await mail(parts, trx, ownerId, ownerKind, decidedEmail(facts, decision, true))
  }
}

/** What waits for a decision now, and until when the oldest must be decided. */
export async function ticketsToDecide(connection: Connection) {
  const { count, late, oldest } = await openTickets(connection, new Date(Date.now() - maxAge))
  return { count, late, nextDue: oldest && dueOf({ reportedAt: oldest }).toISOString() }
}

async function factsOf({ config: { publicUrl } }: MailParts, trx: Connection, row: TicketRow) {
  const { projectId, title, ownerId, isGone } = (await ticketWithThing(trx, row.id))!
  const thing = { about: thingOf(row), isListing: aboutOf(row) === 'listing', isGone }
  return { ownerId, facts: { number: numberOf(row), ...thing, title, projectId, publicUrl } }
}

async function mail(
  parts: MailParts,
  trx: Connection,
  memberId: string,
  kind: typeof ownerKind,
  content: ReturnType<typeof receivedEmail>,
) {
  const member = await memberById(trx, memberId)
  if (member && !member.deactivatedAt) await mailMember(parts, trx, kind, member, content)
}
