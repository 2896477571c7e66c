import { sql } from 'kysely'

import type { Connection } from '../../platform/database/connection.ts'

/** Notes that the buyers of a project are to be mailed about a release of it, unless that was noted before or the release is gone. */
export const insertNotice = (connection: Connection, releaseId: string) =>
  connection
    .insertInto('releaseNotices')
    .columns(['releaseId'])
    .expression((query) => query.selectFrom('releases').select('id').where('id', '=', releaseId))
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

/** Forgets what a member has downloaded, and when. */
export async function deleteDownloadsOf(trx: Connection, memberId: string): Promise<void> {
  await trx.deleteFrom('downloads').where('memberId', '=', memberId).execute()
  await trx
    .deleteFrom('reportDownloads')
    .where('orderId', 'in', trx.selectFrom('orders').select('id').where('memberId', '=', memberId))
    .execute()
}

/** Forgets who downloaded releases of some projects that were never approved, and can be deleted then. */
export async function deleteDownloadsOfUnapproved(trx: Connection, projectIds: string[]): Promise<void> {
  if (projectIds.length === 0) return
  await trx
    .deleteFrom('downloads')
    .where('releaseId', 'in', (query) =>
      query
        .selectFrom('releases')
        .select('id')
        .where('projectId', 'in', projectIds)
        .where('approvedAt', 'is', null),
    )
    .execute()
}

/** The releases of a project that match, highest number first. */
export const releasesOf = (connection: Connection, projectId: string) =>
  connection
    .selectFrom('releases')
    .select(['id', 'number', 'status', 'approvedAt', 'recalledAt', 'recallReason'])
    .where('projectId', '=', projectId)
    .orderBy('number', 'desc')
    .execute()

/** A project's owner and present release, also when the project is deleted. */
export const projectBehind = (connection: Connection, projectId: string) =>
  connection
    .selectFrom('projects')
    .select(['ownerId', 'releaseId', 'deletedAt'])
    .where('id', '=', projectId)
    .executeTakeFirst()

/** The release, locked against a recall until the transaction ends. */
export const lockShared = (trx: Connection, releaseId: string) =>
  trx
    .selectFrom('releases')
    .select(['number', 'recalledAt', 'recallReason'])
    .where('id', '=', releaseId)
    .forShare()
    .executeTakeFirstOrThrow()

/** Notes that a buyer downloads a release. Answers whether it is the first time. */
export async function noteDownload(connection: Connection, memberId: string, releaseId: string) {
  const { isFirst } = await connection
    .insertInto('downloads')
    .values({ memberId, releaseId })
    .onConflict((conflict) =>
      conflict
        .columns(['memberId', 'releaseId'])
        .doUpdateSet({ times: sql`downloads.times + 1`, lastAt: new Date() }),
    )
    .returning(sql<boolean>`times = 1`.as('isFirst'))
    .executeTakeFirstOrThrow()
  return isFirst
}

/** The releases of a project that a member downloaded, the newest first. */
export const releaseDownloads = (connection: Connection, memberId: string, projectId: string) =>
  connection
    .selectFrom('downloads')
    .innerJoin('releases', 'releases.id', 'downloads.releaseId')
    .select(['number as release', 'firstAt', 'lastAt', 'times'])
    .where('memberId', '=', memberId)
    .where('projectId', '=', projectId)
    .orderBy('number', 'desc')
    .execute()

/** Whose a project is and whether its report is on sale, also when the project is deleted. */
export const offerBehind = (connection: Connection, projectId: string) =>
  connection
    .selectFrom('projects')
    .select(['ownerId', 'deletedAt', 'reportKey'])
    .where('id', '=', projectId)
    .executeTakeFirst()

/** Notes that a buyer downloads the report that an order entitles to. */
export const noteReportDownload = (connection: Connection, orderId: string) =>
  connection
    .insertInto('reportDownloads')
    .values({ orderId })
    .onConflict((conflict) =>
      conflict.column('orderId').doUpdateSet({ times: sql`report_downloads.times + 1`, lastAt: new Date() }),
    )
    .execute()

/** How often the report of an order was downloaded, if ever. */
export const reportDownloads = (connection: Connection, orderId: string) =>
  connection
    .selectFrom('reportDownloads')
    .select(['firstAt', 'lastAt', 'times'])
    .where('orderId', '=', orderId)
    .executeTakeFirst()
