import { sql } from 'kysely'

import type { CodeQuestion } from '#contract/projects/code-questions.ts'
import type { DemoSignIn } from '#contract/projects/demo-sign-ins.ts'

import type { Connection } from '../platform/database/connection.ts'
import { deletedTitle } from './queries.ts'

/** Counts an owner's projects and their downloads, with the sum and number of their ratings. */
export const figuresOfOwner = (connection: Connection, ownerId: string) =>
  connection
    .selectFrom('projects')
    .select([
      sql<number>`count(*)`.as('projects'),
      sql<number>`coalesce(sum(download_count), 0)`.as('downloads'),
      sql<number>`coalesce(sum(rating_sum), 0)`.as('ratingSum'),
      sql<number>`coalesce(sum(rating_count), 0)`.as('reviews'),
    ])
    .where('ownerId', '=', ownerId)
    .where('deletedAt', 'is', null)
    .executeTakeFirstOrThrow()

/** An owner's newest projects, up to a number of them, deleted ones included. */
export const recentProjects = (connection: Connection, ownerId: string, max: number) =>
  connection
    .selectFrom('projects')
    .select(['id', 'title', 'createdAt'])
    .where('ownerId', '=', ownerId)
    .orderBy('createdAt', 'desc')
    .limit(max)
    .execute()

/** The titles of all projects of an owner, deleted ones included, by their ids. */
export async function titlesOfOwner(
  connection: Connection,
  ownerId: string,
): Promise<Map<string, { title: string; isDeleted: boolean }>> {
  const rows = await connection
    .selectFrom('projects')
    .select(['id', 'title', 'deletedAt'])
    .where('ownerId', '=', ownerId)
    .execute()
  return new Map(rows.map(({ id, title, deletedAt }) => [id, { title, isDeleted: deletedAt !== null }]))
}

/** Views of some projects since a day (YYYY-MM-DD, in India), by project, day and source. */
export const viewsSince = (connection: Connection, projectIds: string[], day: string) =>
  connection
    .selectFrom('projectViews')
    .select(['projectId', sql<string>`day::text`.as('day'), 'source', 'views'])
    .where('projectId', '=', sql<string>`any (${projectIds})`)
    .where('day', '>=', sql<Date>`${day}::date`)
    .execute()

/** The newest verification decisions on an owner's projects, up to a number of them. */
export const recentDecisions = (connection: Connection, ownerId: string, max: number) =>
  connection
    .selectFrom('verifications')
    .innerJoin('projects', 'projects.id', 'verifications.projectId')
    .leftJoin('releases', 'releases.id', 'verifications.releaseId')
    .select(['projects.id as projectId', 'projects.title', 'verifications.status'])
    .select(['verifications.verifiedAt', 'releases.number as release'])
    .where('projects.ownerId', '=', ownerId)
    .where('verifications.status', '<>', 'pending')
    // Nor a change that its owner took back.
    .where((on) => on.or([on('verifications.status', '<>', 'approved'), on('undoes', 'is', null)]))
    .orderBy('verifications.verifiedAt', 'desc')
    .limit(max)
    .execute()

/**
 * A project that staff approved and that was archived, switched off or deleted since, or that is off sale while a change
 * of its owner waits. A deleted one has lost its title, so 'Former project' stands in its place.
 */
export const unavailableListing = (connection: Connection, projectId: string) =>
  connection
    .selectFrom('projects')
    .select(sql<string>`case when deleted_at is null then title else ${deletedTitle} end`.as('title'))
    .select(['category', isChanged.as('isChanged')])
    .where('id', '=', projectId)
    .where(
      sql<boolean>`case when ${isChanged} then true
        when deleted_at is null then verification_status = 'approved' and (archived_at is not null or not is_active)
        else exists (select from verifications where project_id = projects.id and status = 'approved') end`,
    )
    .executeTakeFirst()

/** Whether an unpublished project is only off sale because a change of what staff approved waits. */
const isChanged = sql<boolean>`(
  edition is not null and verification_status in ('pending', 'under_review') and is_active and archived_at is null and deleted_at is null
  and exists (select from editions where project_id = projects.id and editions.number is null and keeps_sale)
  and exists (select from members where members.id = owner_id and deactivated_at is null)
  and not exists (select from project_blocks where project_id = projects.id and ended_at is null)
)`

/** The demo sign-ins and the questions about the code that staff approved last; a deleted project has them until it is erased. */
export const approvedExplanations = async (connection: Connection, projectId: string) => {
  const { rows } = await sql<{ demoSignIns: DemoSignIn[]; codeQuestions: CodeQuestion[] }>`
    select demo_sign_ins as "demoSignIns", code_questions as "codeQuestions" from editions
    where project_id = ${projectId} and number is not null
    order by number desc limit 1`.execute(connection)
  return rows[0] ?? { demoSignIns: [], codeQuestions: [] }
}

/** A project's report files, newest first: the owner's latest one, and the approved one, which buyers get. */
export const reportsOf = (connection: Connection, projectId: string) =>
  connection
    .selectFrom('reports')
    .selectAll()
    .where('projectId', '=', projectId)
    .orderBy('storedAt', 'desc')
    .execute()

/**
 * Locks all projects of an owner, deleted ones too, so that nobody orders or changes one until the transaction ends.
 * Answers their ids.
 */
export async function lockProjectsOf(trx: Connection, ownerId: string): Promise<string[]> {
  const projects = await trx
    .selectFrom('projects')
    .select('id')
    .where('ownerId', '=', ownerId)
    .orderBy('id')
    .forUpdate()
    .execute()
  return projects.map(({ id }) => id)
}

/**
 * Locks projects against deletion until the transaction ends, in the order of locks (docs/ARCHITECTURE.md). Call it
 * before reading what is ordered or saved of them.
 */
export async function lockProjectsAgainstDeletion(trx: Connection, projectIds: string[]): Promise<void> {
  if (projectIds.length === 0) return
  await trx
    .selectFrom('projects')
    .select('id')
    .where('id', 'in', projectIds)
    .orderBy('id')
    .forKeyShare()
    .execute()
}

/** Locks projects until the transaction ends, so that nobody changes them or takes them off sale meanwhile. */
export async function lockProjects(trx: Connection, projectIds: string[]): Promise<void> {
  if (projectIds.length === 0) return
  await trx
    .selectFrom('projects')
    .select('id')
    .where('id', 'in', projectIds)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

/** Adds one download, safely beside others, and leaves updatedAt as it is, because this is no edit. */
export const addDownload = (trx: Connection, projectId: string) =>
  trx
    .updateTable('projects')
    .set((column) => ({ downloadCount: column('downloadCount', '+', 1) }))
    .where('id', '=', projectId)
    .execute()

/**
 * Returns whether staff took a project off sale after an order of it was begun, or took back the approval of what the
 * order is about.
 */
export async function isTakenOffSale(
  trx: Connection,
  { projectId, createdAt }: { projectId: string; createdAt: Date },
): Promise<boolean> {
  const project = await trx
    .selectFrom('projects')
    .select('id')
    .where('id', '=', projectId)
    .where((on) =>
      on.or([
        on('takenOffAt', '>', createdAt),
        sql<boolean>`exists (
          select from verifications approval join verifications undo on undo.undoes = approval.id
          where approval.project_id = projects.id and approval.status = 'approved'
            and ${createdAt} between approval.verified_at and undo.verified_at)`,
      ]),
    )
    .executeTakeFirst()
  return project !== undefined
}
