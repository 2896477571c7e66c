import { sql } from 'kysely'

import { editedProjects } from '../../catalogue/lookup-queries.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { startOfLastMonth, startOfMonth } from '../../platform/database/month-queries.ts'

/** Those of some projects that have no release left since staff recalled one. */
export async function recalledAmong(connection: Connection, projectIds: string[]): Promise<string[]> {
  if (projectIds.length === 0) return []
  const rows = await connection
    .selectFrom(editedProjects)
    .select('id')
    .where('id', 'in', projectIds)
    .where('releaseId', 'is', null)
    .where(
      sql<boolean>`exists (select from releases where project_id = projects.id and recalled_at is not null)`,
    )
    .execute()
  return rows.map(({ id }) => id)
}

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
