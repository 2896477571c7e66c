import { sql } from 'kysely'

import type { DemoSignIn } from '#contract/projects/demo-sign-ins.ts'
import { type RunKind, runLease, type SeenPage } from '#contract/projects/runners.ts'
import type { RunCause, RunOutcome } from '#contract/projects/runs.ts'

import { editedProjects } from '../../catalogue/lookup-queries.ts'
import type { Connection, Found } from '../../platform/database/connection.ts'
import type { Checked } from '../findings/check/check.ts'

/** What a release is and what its check found, by which the way to start it is chosen; undefined before a check. */
export async function startableOf(connection: Connection, releaseId: string) {
  const row = await connection
    .selectFrom('releases')
    .innerJoin('releaseChecks', 'releaseChecks.releaseId', 'releases.id')
    .select([
      'releases.projectId',
      'releases.number',
      'fileCount',
      'totalSize',
      'result',
      sql<string[]>`array(select path from release_files where release_id = releases.id order by place)`.as(
        'paths',
      ),
    ])
    .where('releases.id', '=', releaseId)
    .executeTakeFirst()
  const checked = row?.result as unknown as Checked | null | undefined
  if (!row || !checked?.setUp) return undefined
  const { result: _, ...release } = row
  const { setUp, technologies, isServed, findings } = checked
  return { ...release, setUp, technologies, isServed, findings }
}
export type Startable = Found<typeof startableOf>

/**
 * The project of a release that is run: the release is on sale, or waits for staff. `signIns`: those of the listing that
 * has this release; `hasUnseenSignIns`: its record has others, because these wait for staff.
 */
export const projectOfRun = (connection: Connection, releaseId: string) =>
  connection
    .selectFrom(editedProjects)
    .leftJoin('publishedProjects', 'publishedProjects.projectId', 'projects.id')
    .select(['projects.id', 'ownerId', 'title'])
    .select([
      sql<boolean>`published_projects.project_id is not null and record_release_id = ${releaseId}`.as(
        'isOnSale',
      ),
      sql<DemoSignIn[]>`case when release_id = ${releaseId} then projects.demo_sign_ins else (
        select of_record.demo_sign_ins from projects of_record where of_record.id = projects.id) end`.as(
        'signIns',
      ),
      sql<boolean>`release_id = ${releaseId} and projects.demo_sign_ins is distinct from (
        select of_record.demo_sign_ins from projects of_record where of_record.id = projects.id)`.as(
        'hasUnseenSignIns',
      ),
    ])
    .where('projects.id', '=', (from) =>
      from.selectFrom('releases').select('projectId').where('id', '=', releaseId),
    )
    .where('deletedAt', 'is', null)
    .where('archivedAt', 'is', null)
    .where(
      sql<boolean>`(published_projects.project_id is not null and record_release_id = ${releaseId}
        or verification_status in ('pending', 'under_review') and release_id = ${releaseId})`,
    )
    .executeTakeFirst()

/** Where the runs of a project begin, as somebody chose it last; null where nobody did. */
export async function lastStartAt(connection: Connection, projectId: string): Promise<string | null> {
  const row = await connection
    .selectFrom('runRecords')
    .select('startAt')
    .where('projectId', '=', projectId)
    .where('cause', 'in', ['owner', 'staff'])
    .orderBy('askedAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.startAt ?? null
}

interface Asked {
  id: string
  projectId: string
  releaseId: string
  ownerId: string
  cause: RunCause
  kind: RunKind
  startAt: string | null
}

/** Inserts a run that waits, or changes the one of the same release that waits already, which keeps its place. */
export const upsertWaiting = (trx: Connection, asked: Asked) =>
  trx
    .insertInto('runRecords')
    .values(asked)
    .onConflict((conflict) =>
      conflict
        .column('releaseId')
        // Written out: with a parameter a statement that is planned for good would not find the index.
        .where(sql<boolean>`status = 'waiting'`)
        .doUpdateSet((row) => ({
          kind: asked.kind,
          startAt: asked.startAt,
          // What somebody asks for comes before what waits for the night.
          cause: sql<string>`case when run_records.cause = 'night' or ${asked.cause} in ('owner', 'staff')
            then ${row.ref('excluded.cause')} else run_records.cause end`,
        })),
    )
    .execute()

/** Deletes the runs of a project that wait and are not of this release. */
export const deleteOtherWaiting = (trx: Connection, projectId: string, releaseId: string) =>
  trx
    .deleteFrom('runRecords')
    .where('projectId', '=', projectId)
    .where('releaseId', '<>', releaseId)
    .where('status', '=', 'waiting')
    .execute()

/** Deletes the run of a release that waits. */
export const deleteWaiting = (trx: Connection, releaseId: string) =>
  trx.deleteFrom('runRecords').where('releaseId', '=', releaseId).where('status', '=', 'waiting').execute()

/** Inserts the record of a release that is not tried. */
export const insertNotTried = (
  trx: Connection,
  record: Omit<Asked, 'kind' | 'startAt'> & { reason: string; rules: number; shownAt: Date | null },
) =>
  trx
    .insertInto('runRecords')
    .values({
      ...record,
      status: 'ended',
      outcome: 'not_tried',
      endedAt: sql<Date>`clock_timestamp()`,
      behindShownAt: record.shownAt,
    })
    .execute()

/**
 * Ends the runs that were lost as often as they are tried: our machines failed. Answers their ids, so that the pages
 * that were seen are deleted.
 */
export const endLost = (trx: Connection, rules: number) =>
  trx
    .updateTable('runRecords')
    .set({
      status: 'ended',
      outcome: 'not_tried',
      machineFailed: true,
      rules,
      endedAt: sql<Date>`clock_timestamp()`,
      lease: null,
      leasedUntil: null,
    })
    .where('status', '=', 'running')
    .where('leasedUntil', '<=', sql<Date>`clock_timestamp()`)
    .where('attempts', '>=', runLease.attempts)
    .returning(['id', 'projectId'])
    .execute()

/** Whether a row waits for a runner: nobody holds it, or who held it was silent for too long. */
const isFree = sql<boolean>`(status = 'waiting' or status = 'running' and leased_until <= clock_timestamp())`

/**
 * The order in which runs are held: those of the night last and the most bought first, then the owner who was served
 * longest ago.
 */
const inTurn = sql`(cause = 'night'),
  case when cause = 'night' then (select -sales_count from projects where projects.id = project_id) end,
  (select max(served.claimed_at) from run_records served where served.owner_id = run_records.owner_id) nulls first,
  asked_at, id`

/**
 * Gives the next free run to a runner, with a new lease. Two who ask at once get different ones. Who has just lost a run or
 * given it back gets it again after a minute, so that a machine that can do nothing does not lose all that waits.
 */
export async function claimNext(trx: Connection, runnerId: string, lease: string) {
  const { rows } = await sql<{
    id: string
    releaseId: string
    startAt: string | null
    kind: RunKind
    attempts: number
  }>`
    update run_records set status = 'running', runner_id = ${runnerId}, lease = ${lease},
      leased_until = clock_timestamp() + ${runLease.seconds} * interval '1 second', claimed_at = clock_timestamp(),
      attempts = attempts + 1, received_bytes = 0
    where id = (
      select id from run_records where ${isFree} and attempts < ${runLease.attempts}
        and (runner_id is distinct from ${runnerId}
          or leased_until < clock_timestamp() - ${runLease.seconds} * interval '1 second')
      order by ${inTurn} limit 1 for update skip locked
    ) returning id, release_id as "releaseId", start_at as "startAt", kind, attempts`.execute(trx)
  return rows[0]
}

/** Deletes a run. */
export const deleteRun = (trx: Connection, id: string) =>
  trx.deleteFrom('runRecords').where('id', '=', id).execute()

/** The run that a runner holds by a lease, locked; undefined when it was lost. */
export const heldRun = (trx: Connection, runnerId: string, lease: string) =>
  trx
    .selectFrom('runRecords')
    .select(['id', 'projectId', 'releaseId', 'ownerId', 'startAt', 'kind', 'attempts', 'receivedBytes'])
    .where('lease', '=', lease)
    .where('runnerId', '=', runnerId)
    .where('status', '=', 'running')
    .where('leasedUntil', '>', sql<Date>`clock_timestamp()`)
    .forUpdate()
    .executeTakeFirst()

/** Holds a run for another minute from now on, while it is not held for too long. */
export const prolong = (trx: Connection, id: string) =>
  trx
    .updateTable('runRecords')
    .set({
      leasedUntil: sql<Date>`least(clock_timestamp() + ${runLease.seconds} * interval '1 second',
        claimed_at + ${runLease.minutes} * interval '1 minute')`,
    })
    .where('id', '=', id)
    .execute()

/** Gives a run back, so that another who asks gets it. */
export const giveBack = (trx: Connection, id: string) =>
  trx
    .updateTable('runRecords')
    .set({ leasedUntil: sql<Date>`clock_timestamp()`, lease: sql<string>`gen_random_uuid()` })
    .where('id', '=', id)
    .execute()

/** Gives back what a runner holds. */
export const giveBackAll = (trx: Connection, runnerId: string) =>
  trx
    .updateTable('runRecords')
    .set({ leasedUntil: sql<Date>`clock_timestamp()`, lease: sql<string>`gen_random_uuid()` })
    .where('runnerId', '=', runnerId)
    .where('status', '=', 'running')
    .execute()

/** Adds bytes that a runner sent of a run. */
export const addReceived = (trx: Connection, id: string, bytes: number) =>
  trx
    .updateTable('runRecords')
    .set((row) => ({ receivedBytes: row('receivedBytes', '+', bytes) }))
    .where('id', '=', id)
    .execute()

/** Counts the pages of a run. */
export const countPages = async (connection: Connection, id: string): Promise<number> =>
  (
    await connection
      .selectFrom('runPages')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('runId', '=', id)
      .executeTakeFirstOrThrow()
  ).count

export const insertPage = (
  trx: Connection,
  page: { runId: string; position: number; seen: object; picture: string | null; bytes: number },
) =>
  trx
    .insertInto('runPages')
    .values({ ...page, seen: JSON.stringify(page.seen) })
    .execute()

/** The pages of a run, in their order. */
export const seenPages = async (connection: Connection, id: string): Promise<SeenPage[]> =>
  (
    await connection
      .selectFrom('runPages')
      .select('seen')
      .where('runId', '=', id)
      .orderBy('position')
      .execute()
  ).map(({ seen }) => seen as unknown as SeenPage)

/** Deletes the pages of runs, those of an attempt that was lost. Their pictures are swept. */
export async function deletePages(trx: Connection, runIds: string[]): Promise<void> {
  if (runIds.length > 0) await trx.deleteFrom('runPages').where('runId', 'in', runIds).execute()
}

/** Saves what a run came to. */
export const saveEnded = (
  trx: Connection,
  id: string,
  ended: {
    outcome: RunOutcome
    reason: string
    seen: object
    rules: number
    shownAt: Date | null
    behindShownAt: Date | null
    ownerNote: string | null
  },
) =>
  trx
    .updateTable('runRecords')
    .set({
      ...ended,
      seen: JSON.stringify(ended.seen),
      status: 'ended',
      endedAt: sql<Date>`clock_timestamp()`,
      lease: null,
      leasedUntil: null,
    })
    .where('id', '=', id)
    .execute()

/** The runs of a project that have not ended, each with its place among all that wait; null while it runs. */
export async function openRuns(connection: Connection, projectId: string) {
  const { rows } = await sql<{
    isRunning: boolean
    place: number | null
    release: number
    askedAt: Date
    cause: RunCause
    startAt: string | null
  }>`
    with places as (
      select id, row_number() over (order by ${inTurn})::int as place from run_records where ${isFree}
    )
    select place is null as "isRunning", place, releases.number as release, asked_at as "askedAt", cause,
      start_at as "startAt"
    from run_records join releases on releases.id = release_id left join places on places.id = run_records.id
    where run_records.project_id = ${projectId} and run_records.status <> 'ended'
    order by asked_at`.execute(connection)
  return rows
}

/** Makes other transactions that ask for a run of this owner wait, so that they count each other's. */
export async function lockOwnRuns(trx: Connection, ownerId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('runs:' || ${ownerId}, 0))`.execute(trx)
}

/** How many runs an owner has asked for since a time. */
export const countAsked = async (connection: Connection, ownerId: string, since: Date): Promise<number> =>
  (
    await connection
      .selectFrom('runRecords')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('ownerId', '=', ownerId)
      .where('cause', '=', 'owner')
      .where('askedAt', '>=', since)
      .executeTakeFirstOrThrow()
  ).count

/** How many runs wait, and since when the oldest does. */
export const waitingRuns = (connection: Connection) =>
  connection
    .selectFrom('runRecords')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('askedAt').as('since')])
    .where(isFree)
    .executeTakeFirstOrThrow()
