import { sql } from 'kysely'

import type { Connection } from '../database/connection.ts'

/** Records that a job has failed for the last time; records older than 30 days are deleted. */
export async function recordFailedJob(connection: Connection, kind: string, id: string): Promise<void> {
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

/** Counts the jobs that failed for the last time in the last days. */
export async function countFailedJobs(connection: Connection, days: number): Promise<number> {
  const { count } = await connection
    .selectFrom('givenUpJobs')
    .select(sql<number>`count(*)`.as('count'))
    .where('givenUpAt', '>', sql<Date>`now() - make_interval(days => ${days})`)
    .executeTakeFirstOrThrow()
  return count
}

/**
 * Counts the waiting jobs, those of them that are due (the others wait for a later attempt) and the active jobs, of one
 * kind or all; undefined when the database has no queue.
 */
export async function countOpenJobs(connection: Connection, kind?: string) {
  const queue = await sql<{
    isThere: boolean
  }>`select to_regclass('jobs.job') is not null as is_there`.execute(connection)
  if (!queue.rows[0]!.isThere) return undefined
  const { rows } = await sql<{ waiting: number; due: number; active: number }>`
    select count(*) filter (where state in ('created', 'retry')) as waiting,
      count(*) filter (where state in ('created', 'retry') and start_after <= now()) as due,
      count(*) filter (where state = 'active') as active
    from jobs.job where state in ('created', 'retry', 'active') and name not like '\\_\\_pgboss%'
      and (${kind ?? null}::text is null or name = ${kind ?? null})`.execute(connection)
  return rows[0]!
}

/** Counts the waiting and the active jobs of a kind that an owner has. */
export async function countOpenJobsOf(
  connection: Connection,
  kind: string,
  ownerId: string,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from jobs.job
    where name = ${kind} and group_id = ${ownerId} and state in ('created', 'retry', 'active')`.execute(
    connection,
  )
  return rows[0]!.count
}

/** Counts the jobs of each kind by state: waiting ('queued', 'retry'), active, or failed a short while ago. */
export async function countJobs(connection: Connection) {
  const { rows } = await sql<{ kind: string; state: string; count: number }>`
    select name as kind, case state::text when 'created' then 'queued' else state::text end as state, count(*) as count
    from jobs.job
    where state::text in ('created', 'retry', 'active', 'failed') and name not like '\\_\\_pgboss%'
    group by 1, 2
  `.execute(connection)
  return rows
}
