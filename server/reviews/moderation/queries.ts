import { type Insertable, type SqlBool, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'

import { offsetOf, type PageWindow } from '#contract/kit/paging.ts'
import type { reviewStates } from '#contract/projects/review-reports.ts'

import type { Connection, DB } from '../../database/connection.ts'

type State = (typeof reviewStates)[number]

/** Keeps what a member reports of a review; false when they did before. */
export async function insertReport(
  trx: Connection,
  report: Insertable<DB['reviewReports']>,
): Promise<boolean> {
  const kept = await trx
    .insertInto('reviewReports')
    .values(report)
    .onConflict((conflict) => conflict.doNothing())
    .returning('reviewId')
    .executeTakeFirst()
  return kept !== undefined
}

/** A review that is not withdrawn, whether it is hidden or not. */
export const reviewAtId = (connection: Connection, id: string) =>
  connection
    .selectFrom('reviews')
    .innerJoin('projects', 'projects.id', 'reviews.projectId')
    .selectAll('reviews')
    .select('projects.title')
    .where('reviews.id', '=', id)
    .where('withdrawnAt', 'is', null)
    .executeTakeFirst()

/** Hides a review for a reason, or shows it again for none. */
export const setHidden = (trx: Connection, id: string, reason: string | null) =>
  trx
    .updateTable('reviews')
    .set({ hiddenReason: reason, hiddenAt: reason === null ? null : sql<Date>`now()` })
    .where('id', '=', id)
    .execute()

export const settleReports = (trx: Connection, reviewId: string) =>
  trx
    .updateTable('reviewReports')
    .set({ settledAt: sql<Date>`now()` })
    .where('reviewId', '=', reviewId)
    .where('settledAt', 'is', null)
    .execute()

const isReported = sql<boolean>`exists (select from review_reports
  where review_reports.review_id = reviews.id and settled_at is null)`
const isIn: Record<State, ReturnType<typeof sql<SqlBool>>> = {
  reported: sql<boolean>`${isReported}`,
  hidden: sql<boolean>`hidden_at is not null`,
  all: sql<boolean>`true`,
}

/** A page of reviews with their reports: those with an open one first, then the newest. */
export const reviewsIn = (connection: Connection, state: State, window: PageWindow) =>
  connection
    .selectFrom('reviews')
    .innerJoin('projects', 'projects.id', 'reviews.projectId')
    .innerJoin('members', 'members.id', 'reviews.memberId')
    .selectAll('reviews')
    .select(['projects.title', 'members.name', 'members.email'])
    .select((from) =>
      jsonArrayFrom(
        from
          .selectFrom('reviewReports')
          .innerJoin('members as reporter', 'reporter.id', 'reviewReports.memberId')
          // Names of one word: those in JSON are left as the database writes them.
          .select([
            'reason',
            'reviewReports.text',
            'reporter.name',
            'reportedAt as at',
            'settledAt as settled',
          ])
          .whereRef('reviewId', '=', 'reviews.id')
          .orderBy('reportedAt', 'desc')
          .limit(20),
      ).as('reports'),
    )
    .where('withdrawnAt', 'is', null)
    .where(isIn[state])
    .orderBy(isReported, 'desc')
    .orderBy('reviews.createdAt', 'desc')
    .orderBy('reviews.id', 'desc')
    .limit(window.limit)
    .offset(offsetOf(window))
    .execute()
export type ReviewRow = Awaited<ReturnType<typeof reviewsIn>>[number]

export async function countReviews(connection: Connection, state: State): Promise<number> {
  const { count } = await connection
    .selectFrom('reviews')
    .select((column) => column.fn.countAll<number>().as('count'))
    .where('withdrawnAt', 'is', null)
    .where(isIn[state])
    .executeTakeFirstOrThrow()
  return count
}

/** Deletes what a member reported. */
export const deleteReportsOf = (trx: Connection, memberId: string) =>
  trx.deleteFrom('reviewReports').where('memberId', '=', memberId).execute()
