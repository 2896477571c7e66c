import { type RawBuilder, type Selectable, sql } from 'kysely'

import type { OrderStatus } from '#contract/orders/orders.ts'
import type { PageWindow } from '#contract/paging.ts'

import type { Connection } from '../platform/database/connection.ts'
import { lastMonthBegin, monthBegin } from '../platform/database/month-queries.ts'
import { pageOf } from '../platform/database/paging.ts'
import type { DB } from '../platform/database/tables.ts'
import { deletedTitle } from './queries.ts'

/** How many projects an owner has, how often they were downloaded, and the sum and number of their ratings. */
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

/** Of some projects those that have no release left since staff recalled one. */
export const recalledAmong = (connection: Connection, projectIds: string[]) =>
  among(
    connection,
    projectIds,
    sql`${noRelease} and exists (select from releases where project_id = projects.id and recalled_at is not null)`,
  )

/** How many files some projects have now and how many bytes those are, by project; one without a release is left out. */
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

/** Of some projects those that their owners have put away. */
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
 * A project that staff approved and that was archived, switched off or deleted since. Under its title as approved, which a
 * deleted one has lost.
 */
export const takenOffSale = (connection: Connection, projectId: string) =>
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

/** The ids of one page of an owner's projects, newest first: those that are put away, or the others. */
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

/** How many projects there are of each category, active and not, with the sum of their prices in paise; deleted ones are none. */
export const projectSums = (connection: Connection) =>
  connection
    .selectFrom('projects')
    .select(['category', 'isActive'])
    .select([sql<number>`count(*)`.as('projects'), sql<number>`sum(price_paise::bigint)`.as('pricePaise')])
    .where('deletedAt', 'is', null)
    .groupBy(['category', 'isActive'])
    .execute()

/** How many projects were approved for the first time in this month of India and in the one before. */
export const projectsByMonth = (connection: Connection) =>
  connection
    .selectFrom('verifications as approval')
    .innerJoin('projects', 'projects.id', 'approval.projectId')
    .select([
      sql<number>`count(*) filter (where approval.verified_at >= ${monthBegin()})`.as('thisMonth'),
      sql<number>`count(*) filter (where approval.verified_at < ${monthBegin()})`.as('lastMonth'),
    ])
    .where('approval.status', '=', 'approved')
    .where('approval.verifiedAt', '>=', lastMonthBegin())
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

/** Which technologies the projects use that were created in the last days of India, today included, the most used first. */
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

/** Projects whose title contains what a LIKE pattern says, the newest first. */
export const projectsNamed = (connection: Connection, pattern: string, max: number) =>
  connection
    .selectFrom('projects')
    .select(['id', 'title', 'category', 'verificationStatus'])
    .where('deletedAt', 'is', null)
    .where(sql<boolean>`lower(title) like ${pattern}`)
    .orderBy('createdAt', 'desc')
    .limit(max)
    .execute()

/** The states in which an order entitles its buyer to the thing. */
const owningStates = ['completed', 'refund_requested'] as const satisfies OrderStatus[]

/** How many members own a project's source, or its source or report when no kind is named. */
export async function buyersOf(
  connection: Connection,
  projectId: string,
  kind?: 'source' | 'report',
): Promise<number> {
  const { count } = await connection
    .selectFrom('orders')
    .select(sql<number>`count(distinct member_id)`.as('count'))
    .where('projectId', '=', projectId)
    .where('status', 'in', owningStates)
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind!))
    .executeTakeFirstOrThrow()
  return count
}

/** Whether a member owns a project's source. */
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
    .where('status', 'in', owningStates)
    .executeTakeFirst()) !== undefined

/** Those of these projects that somebody has ordered, whatever became of the order. */
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

/** The newest steps that staff took with an owner's projects, up to a number of them. */
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

/** The same as a query, to stand within another one. */
export const newestApprovedOf = (connection: Connection, projectId: string) =>
  connection
    .selectFrom('releases')
    .select('releases.id')
    .where('projectId', '=', projectId)
    .where('status', '=', 'approved')
    .orderBy('number', 'desc')
    .limit(1)

export type Report = Selectable<DB['reports']>

/** A project's report files, newest first: the owner's last one, and the last approved one, which its buyers get. */
export const reportsOf = (connection: Connection, projectId: string): Promise<Report[]> =>
  connection
    .selectFrom('reports')
    .selectAll()
    .where('projectId', '=', projectId)
    .orderBy('storedAt', 'desc')
    .execute()

/** How many bytes the source files of all releases take in the store; each is stored once. */
export async function storedSourceBytes(connection: Connection): Promise<number> {
  const { bytes } = await connection
    .selectFrom('blobs')
    .select(sql<number>`coalesce(sum(size), 0)`.as('bytes'))
    .executeTakeFirstOrThrow()
  return bytes
}

/** Whether a release of a project was called back after a time. */
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

/** The ids of all projects of an owner, deleted ones too, locked so that nobody orders or changes one until the transaction ends. */
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
 * Keeps projects from being deleted until the transaction ends. Take it before reading what is to be ordered or saved of
 * them: the projects come first and then the members, and a deletion of an account locks in the same order.
 */
export async function keepProjects(trx: Connection, projectIds: string[]): Promise<void> {
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

/** The moment of a release. Throws when there is none. */
export const releasedAt = async (connection: Connection, releaseId: string): Promise<Date> =>
  (
    await connection
      .selectFrom('releases')
      .select('createdAt')
      .where('id', '=', releaseId)
      .executeTakeFirstOrThrow()
  ).createdAt
