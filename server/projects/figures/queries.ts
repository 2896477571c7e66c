import { sql } from 'kysely'

import type { Connection } from '../../database/connection.ts'

/** How many projects there are of each category, active and not, with the sum of their prices in paise; deleted ones are none. */
export const projectSums = (connection: Connection) =>
  connection
    .selectFrom('projects')
    .select(['category', 'isActive'])
    .select([sql<number>`count(*)`.as('projects'), sql<number>`sum(price_paise::bigint)`.as('pricePaise')])
    .where('deletedAt', 'is', null)
    .groupBy(['category', 'isActive'])
    .execute()

/** How many projects were created in this month of India and in the one before. */
export const projectsByMonth = (connection: Connection) =>
  connection
    .selectFrom('projects')
    .select([
      sql<number>`count(*) filter (where created_at >= ${thisMonth})`.as('thisMonth'),
      sql<number>`count(*) filter (where created_at < ${thisMonth})`.as('lastMonth'),
    ])
    .where('deletedAt', 'is', null)
    .where('createdAt', '>=', sql<Date>`${thisMonth} - interval '1 month'`)
    .executeTakeFirstOrThrow()

const thisMonth = sql`date_trunc('month', now(), 'Asia/Kolkata')`

/** The newest projects, up to a number of them. */
export const newestProjects = (connection: Connection, max: number) =>
  connection
    .selectFrom('projects')
    .select(['id', 'title', 'category', 'pricePaise', 'isActive', 'verificationStatus', 'createdAt'])
    .where('deletedAt', 'is', null)
    .orderBy('createdAt', 'desc')
    .limit(max)
    .execute()

/** Which technologies the projects use that were created in the last days, the most used first. */
export const technologiesOf = (connection: Connection, days: number, max: number) =>
  connection
    .selectFrom('projects')
    .innerJoinLateral(
      sql<{ name: string }>`unnest(technologies)`.as<'technology'>(sql`technology(name)`),
      (join) => join.onTrue(),
    )
    .select(['technology.name', sql<number>`count(*)`.as('count')])
    .where('deletedAt', 'is', null)
    .where('createdAt', '>=', sql<Date>`now() - make_interval(days => ${days})`)
    .groupBy('technology.name')
    .orderBy(sql`count(*) desc, technology.name`)
    .limit(max)
    .execute()

/** What waits for a decision, but for those that wait for their owner first. */
const toVerify = (connection: Connection, besides: string[]) =>
  connection
    .selectFrom('projects')
    .where('verificationStatus', '=', 'pending')
    .where('deletedAt', 'is', null)
    .where('archivedAt', 'is', null)
    .where(sql<boolean>`id <> all (${besides}::uuid[])`)

/** How many projects wait for staff, besides some. */
export async function countToVerify(connection: Connection, besides: string[]): Promise<number> {
  const { count } = await toVerify(connection, besides)
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** The project that waits longest for staff, besides some: since it was sent back to them, or was created. */
export const longestWaiting = (connection: Connection, besides: string[]) =>
  toVerify(connection, besides)
    .select(['id', 'title'])
    .select(
      sql<Date>`greatest(created_at, (select max(verified_at) from verifications
        where project_id = projects.id and status = 'pending'))`.as('waitingSince'),
    )
    .orderBy('waitingSince')
    .limit(1)
    .executeTakeFirst()

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
