import { sql } from 'kysely'

import type { Connection } from '../../platform/database/connection.ts'

/** Notes that the buyers of a project are to be mailed about a release of it. */
export const insertNotice = (trx: Connection, releaseId: string) =>
  trx
    .insertInto('releaseNotices')
    .values({ releaseId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** A notice that is not done with what it tells of; nobody else works on it until the transaction ends. */
export const openNotice = (trx: Connection, releaseId: string) =>
  trx
    .selectFrom('releaseNotices')
    .innerJoin('releases', 'releases.id', 'releaseNotices.releaseId')
    .innerJoin('projects', 'projects.id', 'releases.projectId')
    .select(['mailedTo', 'projectId', 'projects.title', 'releases.number', 'releases.notes'])
    .select('releases.status')
    .where('releaseNotices.releaseId', '=', releaseId)
    .where('doneAt', 'is', null)
    .forUpdate('releaseNotices')
    .executeTakeFirst()

export const noteMailed = (
  trx: Connection,
  releaseId: string,
  { to, isDone }: { to: string | null; isDone: boolean },
) =>
  trx
    .updateTable('releaseNotices')
    .set({ mailedTo: to, ...(isDone && { doneAt: sql<Date>`now()` }) })
    .where('releaseId', '=', releaseId)
    .execute()
