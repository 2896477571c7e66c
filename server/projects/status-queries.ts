import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'

import { featuredMax } from '#contract/projects/staff/projects.ts'
import type { VerificationStatus } from '#contract/projects/verification.ts'

import type { Connection } from '../platform/database/connection.ts'

/** One step in a project's verification, as it is remembered for good. */
interface Move {
  projectId: string
  from: VerificationStatus
  to: VerificationStatus
  notes: string | null
  /** The name of whoever did it, as it was then. */
  by: string
}

/** Remembers a step, together with the newest release at that time. */
export async function insertMove(connection: Connection, { projectId, from, to, notes, by }: Move) {
  await connection
    .insertInto('verifications')
    .values((values) => ({
      id: uuid(),
      projectId,
      releaseId: values
        .selectFrom('releases')
        .select('releases.id')
        .where('releases.projectId', '=', projectId)
        .orderBy('releases.number', 'desc')
        .limit(1),
      status: to,
      previousStatus: from,
      notes,
      verifiedBy: by,
      verifiedAt: new Date(),
    }))
    .execute()
}

/** Every step of a project, newest first. */
export const movesOf = (connection: Connection, projectId: string) =>
  connection
    .selectFrom('verifications')
    .leftJoin('releases', 'releases.id', 'verifications.releaseId')
    .select(['verifications.status', 'previousStatus', 'verifications.notes', 'verifiedBy', 'verifiedAt'])
    .select('releases.number as release')
    .where('verifications.projectId', '=', projectId)
    .orderBy('verifiedAt', 'desc')
    .orderBy('verifications.id', 'desc')
    .execute()
export type MoveRow = Awaited<ReturnType<typeof movesOf>>[number]

/** The featured projects in the order of the catalogue, those the public does not see among them. */
export const readFeaturedInOrder = (connection: Connection) =>
  connection
    .selectFrom('projects')
    .select(['id', 'title', 'category', 'salesCount', 'featuredPlace'])
    .where('isFeatured', '=', true)
    .where('deletedAt', 'is', null)
    .orderBy('featuredPlace', (order) => order.asc().nullsLast())
    .orderBy('salesCount', 'desc')
    .orderBy('id', 'desc')
    .limit(featuredMax)
    .execute()

/** Keeps the order from everybody else until the transaction ends. */
export async function lockFeaturedOrder(trx: Connection): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('order of featured projects'))`.execute(trx)
}

/** The place before all featured projects; two that take it at once stand side by side, by their sales. */
export async function firstPlace(trx: Connection): Promise<number> {
  const { lowest } = await trx
    .selectFrom('projects')
    .select(({ fn }) => fn.min('featuredPlace').as('lowest'))
    .where('isFeatured', '=', true)
    .where('deletedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return Math.max(lowestPlace, (lowest ?? 2) - 1)
}

/** As the table allows it. */
const lowestPlace = -30_000

/** Puts featured projects in their places, the others in none; answers those whose place is another now. That is no edit: updatedAt stays. */
export async function placeFeatured(trx: Connection, order: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with wanted as (
      select projects.id, place
      from projects left join unnest(${order}::uuid[]) with ordinality as placed (id, place) on placed.id = projects.id
      where (is_featured or featured_place is not null) and place is distinct from featured_place
      order by projects.id for no key update of projects
    )
    update projects set featured_place = case when is_featured then place end
    from wanted where projects.id = wanted.id
    returning projects.id`.execute(trx)
  return rows.map(({ id }) => id).toSorted()
}

/** Counts one view of a project today in India; nothing when it is not published. */
export const addView = (connection: Connection, projectId: string, source: string) =>
  sql`insert into project_views (project_id, day, source, views)
    select project_id, (now() at time zone 'Asia/Kolkata')::date, ${source}, 1
      from published_projects where project_id = ${projectId}
    on conflict (project_id, day, source) do update set views = project_views.views + 1`.execute(connection)
