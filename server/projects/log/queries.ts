import { type Insertable, sql } from 'kysely'

import type { Connection } from '../../platform/database/connection.ts'
import type { DB } from '../../platform/database/tables.ts'

/** A statement before it is in the log. */
export type NewStatement = Pick<
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
