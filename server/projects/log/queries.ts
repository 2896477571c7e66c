import { type Insertable, sql } from 'kysely'

import type { Connection } from '../../platform/database/connection.ts'
import type { DB } from '../../platform/database/tables.ts'
import { isApprovalStanding } from '../releases/lookup-queries.ts'

/** A statement before it is in the log. */
type NewStatement = Pick<
  Insertable<DB['statements']>,
  'kind' | 'projectId' | 'releaseNumber' | 'contentHash' | 'body'
>

/** Makes those who state something about the same files of a project wait for each other; always the last lock. */
export const lockStatementsOf = (trx: Connection, projectId: string, contentHash: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`statements:${projectId}:${contentHash}`}, 0))`.execute(
    trx,
  )

/** What was last stated about these files of a project. */
export const lastKindOf = async (
  connection: Connection,
  projectId: string,
  contentHash: string,
): Promise<string | undefined> =>
  (
    await connection
      .selectFrom('statements')
      .select('kind')
      .where('projectId', '=', projectId)
      .where('contentHash', '=', contentHash)
      // What waits was said after what has a place.
      .orderBy('number', (number) => number.desc().nullsFirst())
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.kind

export const insertStatement = (trx: Connection, statement: NewStatement) =>
  trx.insertInto('statements').values(statement).execute()

/** What a statement says of a release. */
export const releaseToState = (connection: Connection, releaseId: string) =>
  connection
    .selectFrom('releases')
    .leftJoin('releaseChecks', 'releaseChecks.releaseId', 'releases.id')
    .select(['releases.projectId', 'releases.number', 'contentHash', 'fileCount', 'totalSize'])
    .select(['approvedAt', 'recalledAt', 'releaseChecks.version as rules'])
    .where('releases.id', '=', releaseId)
    .executeTakeFirst()

/** Whether the decision that approved a release can be taken back still. */
export const isUndoable = async (connection: Connection, releaseId: string): Promise<boolean> =>
  (await connection
    .selectFrom('openDecisions')
    .select('verificationId')
    .where(sql<boolean>`before->'release'->>'id' = ${releaseId} and before->'release'->>'to' = 'approved'`)
    .executeTakeFirst()) !== undefined

/**
 * The releases whose approval or recall of the last week is the newest about their files and was not stated, because a
 * process of the release before decided it. What was decided before there were statements is none of them, nor what can
 * be taken back still, nor what something was stated about later, as before a backup was restored.
 */
export const unstated = async (connection: Connection) =>
  (
    await sql<{ id: string; approvedAt: Date; isRecalled: boolean }>`
      with newest as (
        select distinct on (project_id, content_hash) id, project_id, content_hash, approved_at, recalled_at,
          greatest(approved_at, recalled_at) as decided_at
        from releases
        where approved_at is not null and content_hash is not null and ${isApprovalStanding}
          and greatest(approved_at, recalled_at) > clock_timestamp() - interval '7 days'
        order by project_id, content_hash, greatest(approved_at, recalled_at) desc, number desc
      )
      select id, approved_at as "approvedAt", recalled_at is not null as "isRecalled" from newest
      where decided_at > (select applied_at from migrations where name = '0025_statements.sql')
        and not exists (select from open_decisions where open_decisions.project_id = newest.project_id)
        and not exists (
          select from statements said
          where said.project_id = newest.project_id and said.content_hash = newest.content_hash
            and said.made_at > newest.decided_at)
        and coalesce((
          select kind from statements said
          where said.project_id = newest.project_id and said.content_hash = newest.content_hash
          order by number desc nulls first, id desc limit 1), '')
          <> case when recalled_at is null then 'approved' else 'recalled' end`.execute(connection)
  ).rows

/** The announcements of new keys. */
export const keyChanges = (connection: Connection) =>
  connection
    .selectFrom('statements')
    .select(['body', 'number'])
    .where('kind', '=', 'key')
    .orderBy('id')
    .execute()

/** Lets one process at a time write the log, until the transaction ends. */
export const lockLog = (trx: Connection) =>
  sql`select pg_advisory_xact_lock(hashtext('public log'))`.execute(trx)

/** The hashes of the leaves, in their order. */
export const leafHashes = async (connection: Connection): Promise<Buffer[]> =>
  (
    await connection
      .selectFrom('statements')
      .select('leafHash')
      .where('number', 'is not', null)
      .$narrowType<{ leafHash: Buffer }>()
      .orderBy('number')
      .execute()
  ).map(({ leafHash }) => leafHash)

/** The number of leaves. */
export const leafCount = async (connection: Connection): Promise<number> =>
  (
    await connection
      .selectFrom('statements')
      .select((on) => on.fn.count<number>('number').as('count'))
      .executeTakeFirstOrThrow()
  ).count

/** The leaves from one number to before another, in their order. */
export const leavesBetween = async (connection: Connection, from: number, to: number): Promise<string[]> =>
  (
    await connection
      .selectFrom('statements')
      .select('leaf')
      .where('number', '>=', from)
      .where('number', '<', to)
      .$narrowType<{ leaf: string }>()
      .orderBy('number')
      .execute()
  ).map(({ leaf }) => leaf)

/**
 * The statements that wait for a place in the log, in the order in which they were made. What the log continues comes
 * first, and a new key before what it signs.
 */
export const unnumbered = (connection: Connection) =>
  connection
    .selectFrom('statements')
    .select(['id', 'body', 'kind'])
    .where('number', 'is', null)
    .orderBy(sql`array_position(array['continues', 'key'], kind)`, (place) => place.asc().nullsLast())
    .orderBy('id')
    .execute()

export const saveLeaf = (
  trx: Connection,
  id: number,
  leaf: { number: number; leaf: string; leafHash: Buffer },
) => trx.updateTable('statements').set(leaf).where('id', '=', id).execute()

/** Whether a statement is not in a checkpoint yet. */
export const isBehind = async (connection: Connection): Promise<boolean> =>
  (await connection
    .selectFrom('statements')
    .select('id')
    .where('checkpoint', 'is', null)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Saves the checkpoint with the leaves that no earlier one has. */
export const saveCheckpoint = (trx: Connection, checkpoint: string, size: number) =>
  trx
    .updateTable('statements')
    .set({ checkpoint })
    .where('number', '<', size)
    .where('checkpoint', 'is', null)
    .execute()

/** Inserts a leaf that the log has already. */
export const insertLeaf = (trx: Connection, leaf: Insertable<DB['statements']>) =>
  trx.insertInto('statements').values(leaf).execute()

/** Deletes what waits and says only what the log said last of the same files. */
export const deleteSaid = (trx: Connection) =>
  sql`delete from statements waiting where number is null and kind = (
    select kind from statements said
    where said.project_id = waiting.project_id and said.content_hash = waiting.content_hash and said.number is not null
    order by number desc limit 1)`.execute(trx)

/** Takes the places in the log from all statements about releases, and deletes those about the log. */
export async function forgetPlaces(trx: Connection): Promise<void> {
  await trx.deleteFrom('statements').where('kind', 'in', ['key', 'continues']).execute()
  await trx
    .updateTable('statements')
    .set({ number: null, leaf: null, leafHash: null, checkpoint: null })
    .execute()
}
