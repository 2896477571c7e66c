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
