import { sql } from 'kysely'

import type { Connection } from '../../database/connection.ts'
import { lastMonthBegin, monthBegin } from '../../database/month-queries.ts'

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
