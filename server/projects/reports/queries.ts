import { type Insertable, type Selectable, sql } from 'kysely'

import type { Connection } from '../../platform/database/connection.ts'
import type { DB } from '../../platform/database/tables.ts'

export type Report = Selectable<DB['reports']>
export type NewReport = Insertable<DB['reports']>

/** A project's report files, newest first: the owner's last one, and the last approved one, which its buyers get. */
export const reportsOf = (connection: Connection, projectId: string): Promise<Report[]> =>
  connection
    .selectFrom('reports')
    .selectAll()
    .where('projectId', '=', projectId)
    .orderBy('storedAt', 'desc')
    .execute()

/** Keeps a new report file, in place of one that was never approved. Answers the keys of what it replaces. */
export async function keepReport(connection: Connection, report: NewReport): Promise<string[]> {
  const replaced = await connection
    .deleteFrom('reports')
    .where('projectId', '=', report.projectId)
    .where('approvedAt', 'is', null)
    .returning('key')
    .execute()
  // Not now(), the beginning of the transaction: it may have waited for another one.
  await connection
    .insertInto('reports')
    .values({ ...report, storedAt: sql<Date>`clock_timestamp()` })
    .execute()
  return replaced.map(({ key }) => key)
}

/** Marks a report file as approved and forgets the project's other ones. */
export async function markApproved(connection: Connection, projectId: string, key: string) {
  await connection.deleteFrom('reports').where('projectId', '=', projectId).where('key', '<>', key).execute()
  await connection
    .updateTable('reports')
    .set({ approvedAt: sql<Date>`clock_timestamp()` })
    .where('key', '=', key)
    .where('approvedAt', 'is', null)
    .execute()
}

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
