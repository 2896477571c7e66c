import { type Insertable, type Selectable, sql, type SqlBool } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'

import type { ReportOutcome } from '#contract/content/complaints.ts'
import type { reviewStates } from '#contract/orders/reviews.ts'
import type { PageWindow } from '#contract/paging.ts'

import type { Connection } from '../../platform/database/connection.ts'
import { pageOf } from '../../platform/database/paging.ts'
import type { DB } from '../../platform/database/tables.ts'

type State = (typeof reviewStates)[number]

const isReported = sql<boolean>`exists (select from tickets
  where tickets.review_id = reviews.id and outcome is null)`
const isIn: Record<State, ReturnType<typeof sql<SqlBool>>> = {
  reported: sql<boolean>`${isReported}`,
  hidden: sql<boolean>`hidden_at is not null`,
  all: sql<boolean>`true`,
}

/** A page of reviews with their complaints: those with an open one first, then the newest. */
export const reviewsIn = (connection: Connection, state: State, window: PageWindow) =>
  pageOf(
    connection,
    connection
      .selectFrom('reviews')
      .innerJoin('projects', 'projects.id', 'reviews.projectId')
      .innerJoin('members', 'members.id', 'reviews.memberId')
      .selectAll('reviews')
      .select(['projects.title', 'members.name', 'members.email'])
      .select((from) =>
        jsonArrayFrom(
          from
            .selectFrom('tickets')
            .innerJoin('members as reporter', 'reporter.id', 'tickets.memberId')
            // One-word names, because keys inside JSON are not converted to camel case.
            .select(['kind', 'tickets.text', 'reporter.name', 'reportedAt as at', 'outcome'])
            .whereRef('reviewId', '=', 'reviews.id')
            .orderBy('reportedAt', 'desc')
            .limit(20),
        ).as('reports'),
      )
      .where('withdrawnAt', 'is', null)
      .where(isIn[state])
      .orderBy(isReported, 'desc')
      .orderBy('reviews.createdAt', 'desc')
      .orderBy('reviews.id', 'desc'),
    window,
  )
export type ReviewRow = Awaited<ReturnType<typeof reviewsIn>>['rows'][number]

export type TicketRow = Selectable<DB['tickets']>

/**
 * Increments and returns the number of complaints. The row stays locked until the transaction ends, so that a rollback
 * leaves no gap.
 */
export async function nextNumber(trx: Connection): Promise<number> {
  const { last } = await trx
    .updateTable('ticketNumbers')
    .set({ last: sql<number>`last + 1` })
    .returning('last')
    .executeTakeFirstOrThrow()
  return last
}

/**
 * Inserts a complaint; undefined when the same member has an open one about the same item, or ever had one about the
 * same review.
 */
export const insertTicket = (trx: Connection, ticket: Insertable<DB['tickets']>) =>
  trx
    .insertInto('tickets')
    .values(ticket)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()

export const lockTicket = (trx: Connection, id: string) =>
  trx.selectFrom('tickets').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export const setAnswer = (trx: Connection, id: string, answer: string) =>
  trx
    .updateTable('tickets')
    .set({ answer, answeredAt: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()

/** Decides the open complaints that match, and returns them. */
export const decideTickets = (
  trx: Connection,
  { column, id }: { column: 'id' | 'reviewId' | 'questionId'; id: string },
  { by, ...decision }: { outcome: ReportOutcome; reasons: string; by: string },
) =>
  trx
    .updateTable('tickets')
    .set({ ...decision, decidedBy: by, decidedAt: sql<Date>`now()` })
    .where(column, '=', id)
    .where('outcome', 'is', null)
    .returningAll()
    .execute()

/** The complaints about a listing itself, newest first. */
export const ticketsOfListing = (connection: Connection, projectId: string) =>
  connection
    .selectFrom('tickets')
    .selectAll()
    .where('projectId', '=', projectId)
    .where('reviewId', 'is', null)
    .where('questionId', 'is', null)
    .orderBy('reportedAt', 'desc')
    .limit(100)
    .execute()

const withThings = (connection: Connection) =>
  connection
    .selectFrom('tickets')
    .innerJoin('projects', 'projects.id', 'tickets.projectId')
    .innerJoin('members as owner', 'owner.id', 'projects.ownerId')
    .leftJoin('members as reporter', 'reporter.id', 'tickets.memberId')
    .leftJoin('reviews', 'reviews.id', 'tickets.reviewId')
    .leftJoin('questions', 'questions.id', 'tickets.questionId')
    .selectAll('tickets')
    .select(['projects.title', 'owner.name as ownerName', 'owner.email as ownerEmail'])
    .select(['reporter.name as reporterName', 'reporter.email as reporterEmail'])
    .select(sql<string | null>`coalesce(reviews.text, questions.text)`.as('said'))
    .select(sql<boolean>`projects.deleted_at is not null or reviews.withdrawn_at is not null`.as('isGone'))
    .select('projects.ownerId')
export type ComplaintRow = NonNullable<Awaited<ReturnType<typeof ticketWithThing>>>

export const ticketWithThing = (connection: Connection, id: string) =>
  withThings(connection).where('tickets.id', '=', id).executeTakeFirst()

/** A page of complaints: the open ones, oldest first, or the decided ones, newest first. */
export const ticketsIn = (connection: Connection, state: 'open' | 'decided', window: PageWindow) =>
  pageOf(
    connection,
    withThings(connection)
      .where('outcome', state === 'open' ? 'is' : 'is not', null)
      .orderBy(
        state === 'open' ? 'tickets.reportedAt' : 'tickets.decidedAt',
        state === 'open' ? 'asc' : 'desc',
      ),
    window,
  )

/** Counts the open complaints and those of them that were reported before a time, and finds the oldest report. */
export const openTickets = (connection: Connection, before: Date) =>
  connection
    .selectFrom('tickets')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .select(({ fn }) => fn.countAll<number>().filterWhere('reportedAt', '<', before).as('late'))
    .select(({ fn }) => fn.min('reportedAt').as('oldest'))
    .where('outcome', 'is', null)
    .executeTakeFirstOrThrow()

/** Removes a member from the complaints that they made, and clears their answers as the owner of some projects. */
export async function clearTicketsOf(trx: Connection, memberId: string, projectIds: string[]) {
  await trx
    .updateTable('tickets')
    .set({ memberId: null, text: '' })
    .where('memberId', '=', memberId)
    .execute()
  if (projectIds.length > 0)
    await trx
      .updateTable('tickets')
      .set({ answer: '' })
      .where('projectId', 'in', projectIds)
      .where('answer', 'is not', null)
      .execute()
}
