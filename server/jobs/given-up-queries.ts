import { sql } from 'kysely'

import type { Connection } from '../database/connection.ts'

/** Keeps that a job was tried for the last time; what is older than a month is forgotten. */
export async function noteGivenUp(connection: Connection, kind: string, id: string): Promise<void> {
  await connection
    .deleteFrom('givenUpJobs')
    .where('givenUpAt', '<', sql<Date>`now() - interval '30 days'`)
    .execute()
  await connection
    .insertInto('givenUpJobs')
    .values({ id, kind })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** How many jobs were given up in the last days. */
export async function countGivenUp(connection: Connection, days: number): Promise<number> {
  const { count } = await connection
    .selectFrom('givenUpJobs')
    .select(sql<number>`count(*)`.as('count'))
    .where('givenUpAt', '>', sql<Date>`now() - make_interval(days => ${days})`)
    .executeTakeFirstOrThrow()
  return count
}

/** How many jobs, of one kind or all, wait or are being done now; undefined where there is no queue in the database. */
export async function countOpenJobs(connection: Connection, kind?: string) {
  const queue = await sql<{
    isThere: boolean
  }>`select to_regclass('jobs.job') is not null as is_there`.execute(connection)
  if (!queue.rows[0]!.isThere) return undefined
  const { rows } = await sql<{ waiting: number; active: number }>`
    select count(*) filter (where state in ('created', 'retry')) as waiting,
      count(*) filter (where state = 'active') as active
    from jobs.job where state in ('created', 'retry', 'active') and name not like '\\_\\_pgboss%'
      and (${kind ?? null}::text is null or name = ${kind ?? null})`.execute(connection)
  return rows[0]!
}
