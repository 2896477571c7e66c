import { sql } from 'kysely'

import type { RunnerMachine } from '#contract/projects/runners.ts'

import type { Connection } from '../../platform/database/connection.ts'

export const insertRunner = (trx: Connection, runner: { id: string; name: string; tokenHash: string }) =>
  trx.insertInto('runners').values(runner).execute()

export const deleteRunner = (trx: Connection, id: string) =>
  trx.deleteFrom('runners').where('id', '=', id).returning('name').executeTakeFirst()

export const runnerByToken = (connection: Connection, tokenHash: string) =>
  connection.selectFrom('runners').select('id').where('tokenHash', '=', tokenHash).executeTakeFirst()

/** Records that a runner called, and what it said of its machine. */
export const saveSeen = (trx: Connection, id: string, machine?: RunnerMachine) =>
  trx
    .updateTable('runners')
    .set({ seenAt: sql<Date>`clock_timestamp()`, ...(machine && { machine: JSON.stringify(machine) }) })
    .where('id', '=', id)
    .execute()

/** Whether there is any runner, seen or not. */
export const hasRunner = async (connection: Connection): Promise<boolean> =>
  (await connection.selectFrom('runners').select('id').limit(1).executeTakeFirst()) !== undefined

/** Whether a runner that lacks nothing was seen within an hour. */
export const hasLiveRunner = async (connection: Connection): Promise<boolean> =>
  (await connection
    .selectFrom('runners')
    .select('id')
    .where('seenAt', '>', sql<Date>`now() - interval '1 hour'`)
    .where(sql<boolean>`machine->'lacks' = '[]'`)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Every runner with what it does now and what it has done since a time. */
export async function allRunners(connection: Connection, since: Date) {
  return connection
    .selectFrom('runners')
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom('runRecords')
          .innerJoin('projects', 'projects.id', 'projectId')
          .select(['projectId', 'title', 'claimedAt'])
          .whereRef('runnerId', '=', 'runners.id')
          .where('status', '=', 'running')
          .where('leasedUntil', '>', sql<Date>`clock_timestamp()`)
          .orderBy('claimedAt', 'desc')
          .limit(1)
          .as('held'),
      (join) => join.onTrue(),
    )
    .select([
      'runners.id',
      'name',
      'addedAt',
      'seenAt',
      'machine',
      'held.projectId',
      'held.title',
      'held.claimedAt',
    ])
    .select([
      sql<number>`(select count(*)::int from run_records where runner_id = runners.id and ended_at >= ${since})`.as(
        'today',
      ),
      sql<
        number | null
      >`(select percentile_cont(0.5) within group (order by (seen->>'seconds')::float) from run_records
        where runner_id = runners.id and ended_at >= ${since} and seen is not null)`.as('medianSeconds'),
    ])
    .orderBy('addedAt')
    .execute()
}
export type RunnerRow = Awaited<ReturnType<typeof allRunners>>[number]
