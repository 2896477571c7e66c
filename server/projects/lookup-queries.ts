import { type RawBuilder, type Selectable, sql } from 'kysely'

import type { PageWindow } from '#contract/kit/paging.ts'
import { entitlingStatuses } from '#contract/orders/orders.ts'

import type { Connection } from '../platform/database/connection.ts'
import { startOfLastMonth, startOfMonth } from '../platform/database/month-queries.ts'
import { pageOf } from '../platform/database/paging.ts'
import type { DB } from '../platform/database/tables.ts'
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

const noRelease = sql<boolean>`release_id is null`

/** Those of some projects that have no release left since staff recalled one. */
export const recalledAmong = (connection: Connection, projectIds: string[]) =>
  among(
    connection,
    projectIds,
    sql`${noRelease} and exists (select from releases where project_id = projects.id and recalled_at is not null)`,
  )

/**
 * The number of files and of bytes of some projects' present releases, by project; projects without a release are left
 * out.
 */
export async function filesAmong(connection: Connection, projectIds: string[]) {
  if (projectIds.length === 0) return new Map<string, never>()
  const rows = await connection
    .selectFrom('projects')
    .innerJoin('releases', 'releases.id', 'projects.releaseId')
    .select(['projects.id', 'releases.fileCount', 'releases.totalSize'])
    .where('projects.id', 'in', projectIds)
    .execute()
  return new Map(rows.map(({ id, ...files }) => [id, files]))
}

/** Those of some projects that their owners have archived. */
export const archivedAmong = (connection: Connection, projectIds: string[]) =>
  among(connection, projectIds, sql`archived_at is not null`)

async function among(connection: Connection, projectIds: string[], condition: RawBuilder<boolean>) {
  if (projectIds.length === 0) return []
  const rows = await connection
    .selectFrom('projects')
    .select('id')
    .where('id', 'in', projectIds)
    .where(condition)
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * A project that staff approved and that was archived, switched off or deleted since. A deleted one has lost its title,
 * so 'Former project' stands in its place.
 */
export const unavailableListing = (connection: Connection, projectId: string) =>
  connection
    .selectFrom('projects')
    .select(sql<string>`case when deleted_at is null then title else ${deletedTitle} end`.as('title'))
    .select('category')
    .where('id', '=', projectId)
    .where(
      sql<boolean>`case when deleted_at is null
        then verification_status = 'approved' and (archived_at is not null or not is_active)
        else exists (select from verifications where project_id = projects.id and status = 'approved') end`,
    )
    .executeTakeFirst()

/** The ids of one page of an owner's projects, newest first: the archived ones, or the others. */
export const findOwned = (
  connection: Connection,
  ownerId: string,
  { archived, ...window }: PageWindow & { archived: boolean },
) =>
  pageOf(
    connection,
    connection
      .selectFrom('projects')
      .select('id')
      .where('ownerId', '=', ownerId)
      .where('deletedAt', 'is', null)
      .where('archivedAt', archived ? 'is not' : 'is', null)
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc'),
    window,
  )

/**
 * Counts the projects of each category, active and inactive, with the sum of their prices in paise; deleted ones are
 * left out.
 */
export const projectSums = (connection: Connection) =>
  connection
    .selectFrom('projects')
    .select(['category', 'isActive'])
    .select([sql<number>`count(*)`.as('projects'), sql<number>`sum(price_paise::bigint)`.as('pricePaise')])
    .where('deletedAt', 'is', null)
    .groupBy(['category', 'isActive'])
    .execute()

/** Counts the projects approved for the first time in this month and in the last one, by India's calendar. */
export const projectsByMonth = (connection: Connection) =>
  connection
    .selectFrom('verifications as approval')
    .innerJoin('projects', 'projects.id', 'approval.projectId')
    .select([
      sql<number>`count(*) filter (where approval.verified_at >= ${startOfMonth()})`.as('thisMonth'),
      sql<number>`count(*) filter (where approval.verified_at < ${startOfMonth()})`.as('lastMonth'),
    ])
    .where('approval.status', '=', 'approved')
    .where('approval.verifiedAt', '>=', startOfLastMonth())
    .where('projects.deletedAt', 'is', null)
    .where(
      sql<boolean>`not exists (select from verifications earlier
        where earlier.project_id = approval.project_id and earlier.status = 'approved'
          and (earlier.verified_at, earlier.id) < (approval.verified_at, approval.id))`,
    )
    .executeTakeFirstOrThrow()

/** The newest projects, up to a number of them. */
export const newestProjects = (connection: Connection, max: number) =>
  connection
    .selectFrom('projects')
    .select(['id', 'title', 'category', 'pricePaise', 'isActive', 'verificationStatus', 'createdAt'])
    .where('deletedAt', 'is', null)
    .orderBy('createdAt', 'desc')
    .limit(max)
    .execute()

/**
 * The technologies of the projects created in the last days (India's calendar, today included), the most used first.
 */
export const technologiesOf = (connection: Connection, days: number, max: number) =>
  connection
    .selectFrom('projects')
    .innerJoinLateral(
      sql<{ name: string }>`unnest(technologies)`.as<'technology'>(sql`technology(name)`),
      (join) => join.onTrue(),
    )
    .select(['technology.name', sql<number>`count(*)`.as('count')])
    .where('deletedAt', 'is', null)
    .where(
      'createdAt',
      '>=',
      sql<Date>`((now() at time zone 'Asia/Kolkata')::date - ${days - 1}::int)::timestamp at time zone 'Asia/Kolkata'`,
    )
    .groupBy('technology.name')
    .orderBy(sql`count(*) desc, technology.name`)
    .limit(max)
    .execute()

/** Projects whose title matches a LIKE pattern, newest first. */
export const projectsByTitle = (connection: Connection, pattern: string, max: number) =>
  connection
    .selectFrom('projects')
    .select(['id', 'title', 'category', 'verificationStatus'])
    .where('deletedAt', 'is', null)
    .where(sql<boolean>`lower(title) like ${pattern}`)
    .orderBy('createdAt', 'desc')
    .limit(max)
    .execute()

/** Counts the members who own a project's source, or its source or report when no kind is named. */
export async function buyersOf(
  connection: Connection,
  projectId: string,
  kind?: 'source' | 'report',
): Promise<number> {
  const { count } = await connection
    .selectFrom('orders')
    .select(sql<number>`count(distinct member_id)`.as('count'))
    .where('projectId', '=', projectId)
    .where('status', 'in', entitlingStatuses)
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind!))
    .executeTakeFirstOrThrow()
  return count
}

/** Tells whether a member owns a project's source. */
export const hasBought = async (
  connection: Connection,
  memberId: string,
  projectId: string,
): Promise<boolean> =>
  (await connection
    .selectFrom('orders')
    .select('id')
    .where('memberId', '=', memberId)
    .where('projectId', '=', projectId)
    .where('kind', '=', 'source')
    .where('status', 'in', entitlingStatuses)
    .executeTakeFirst()) !== undefined

/** Those of some projects that somebody has ordered, whatever the state of the order. */
export async function orderedAmong(connection: Connection, projectIds: string[]): Promise<Set<string>> {
  if (projectIds.length === 0) return new Set()
  const ordered = await connection
    .selectFrom('orders')
    .select('projectId')
    .distinct()
    .where('projectId', 'in', projectIds)
    .execute()
  return new Set(ordered.map(({ projectId }) => projectId))
}

/** Those of some projects about which, or about a review or question on whose page, somebody complained. */
export async function reportedAmong(connection: Connection, projectIds: string[]): Promise<Set<string>> {
  if (projectIds.length === 0) return new Set()
  const reported = await connection
    .selectFrom('tickets')
    .select('projectId')
    .distinct()
    .where('projectId', 'in', projectIds)
    .execute()
  return new Set(reported.map(({ projectId }) => projectId))
}

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
    .orderBy('verifications.verifiedAt', 'desc')
    .limit(max)
    .execute()

/** Views of some projects since a day (YYYY-MM-DD, in India), by project, day and source. */
export const viewsSince = (connection: Connection, projectIds: string[], day: string) =>
  connection
    .selectFrom('projectViews')
    .select(['projectId', sql<string>`day::text`.as('day'), 'source', 'views'])
    .where('projectId', '=', sql<string>`any (${projectIds})`)
    .where('day', '>=', sql<Date>`${day}::date`)
    .execute()

/** The id of the newest release that staff approved, as visitors of a listed project see it. */
export const newestApproved = async (
  connection: Connection,
  projectId: string,
): Promise<string | undefined> => (await newestApprovedOf(connection, projectId).executeTakeFirst())?.id

/** The query for newestApproved, for use as a subquery. */
export const newestApprovedOf = (connection: Connection, projectId: string) =>
  connection
    .selectFrom('releases')
    .select('releases.id')
    .where('projectId', '=', projectId)
    .where('status', '=', 'approved')
    .orderBy('number', 'desc')
    .limit(1)

export type Report = Selectable<DB['reports']>

/** A project's report files, newest first: the owner's latest one, and the approved one, which buyers get. */
export const reportsOf = (connection: Connection, projectId: string): Promise<Report[]> =>
  connection
    .selectFrom('reports')
    .selectAll()
    .where('projectId', '=', projectId)
    .orderBy('storedAt', 'desc')
    .execute()

/**
 * The bytes that the source files of all releases, of which equal ones are stored once, and their archives take in the
 * store.
 */
export async function storedSourceBytes(connection: Connection): Promise<number> {
  const { bytes } = await connection
    .selectFrom('blobs')
    .select(
      sql<number>`coalesce(sum(size), 0) + (select coalesce(sum(archive_size), 0) from releases)`.as('bytes'),
    )
    .executeTakeFirstOrThrow()
  return bytes
}

/** Tells whether a release of a project was recalled at or after a time. */
export const recalledSince = async (
  connection: Connection,
  projectId: string,
  time: Date,
): Promise<boolean> =>
  (await connection
    .selectFrom('releases')
    .select('id')
    .where('projectId', '=', projectId)
    .where('recalledAt', '>=', time)
    .executeTakeFirst()) !== undefined

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
 * Locks projects against deletion until the transaction ends. Call it before reading what is ordered or saved of them:
 * projects are locked before members, and the deletion of an account locks in the same order.
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

/** Locks a question to the end of the transaction. */
export const lockQuestion = (trx: Connection, id: string) =>
  trx.selectFrom('questions').select('id').where('id', '=', id).forUpdate().execute()

/** The time at which a release was created. Throws when there is no such release. */
export const releasedAt = async (connection: Connection, releaseId: string): Promise<Date> =>
  (
    await connection
      .selectFrom('releases')
      .select('createdAt')
      .where('id', '=', releaseId)
      .executeTakeFirstOrThrow()
  ).createdAt
