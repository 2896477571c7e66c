import { type RawBuilder, sql } from 'kysely'

import { offsetOf, type PageWindow } from '#contract/paging.ts'

import type { Connection } from '../platform/database/connection.ts'
import { lastMonthBegin, monthBegin } from '../platform/database/month-queries.ts'
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

/** One page of an owner's projects, newest first: those that are put away, or the others. */
export async function findOwned(
  connection: Connection,
  ownerId: string,
  { archived, ...window }: PageWindow & { archived: boolean },
) {
  const owned = connection
    .selectFrom('projects')
    .where('ownerId', '=', ownerId)
    .where('deletedAt', 'is', null)
    .where('archivedAt', archived ? 'is not' : 'is', null)
  const [{ total }, rows] = await Promise.all([
    owned.select((project) => project.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    owned
      .select('id')
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc')
      .limit(window.limit)
      .offset(offsetOf(window))
      .execute(),
  ])
  return { total, ids: rows.map(({ id }) => id) }
}

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
