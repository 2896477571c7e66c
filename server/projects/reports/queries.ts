import { type Insertable, sql } from 'kysely'

import type { Connection } from '../../platform/database/connection.ts'
import type { DB } from '../../platform/database/tables.ts'

export type NewReport = Insertable<DB['reports']>

/** Inserts a report file in place of one that was never approved. Answers the keys of the files it replaces. */
export async function replaceReport(connection: Connection, report: NewReport): Promise<string[]> {
  const replaced = await connection
    .deleteFrom('reports')
    .where('projectId', '=', report.projectId)
    .where('approvedAt', 'is', null)
    .returning('key')
    .execute()
  // Not now(), the time at which the transaction began: it may have waited for another one.
  await connection
    .insertInto('reports')
    .values({ ...report, storedAt: sql<Date>`clock_timestamp()` })
    .execute()
  return replaced.map(({ key }) => key)
}

/** Marks a report file as approved; answers whether it was not before. */
export async function markReportApproved(connection: Connection, key: string): Promise<boolean> {
  const marked = await connection
    .updateTable('reports')
    .set({ approvedAt: sql<Date>`clock_timestamp()` })
    .where('key', '=', key)
    .where('approvedAt', 'is', null)
    .returning('key')
    .executeTakeFirst()
  return marked !== undefined
}

/** Deletes the report files of a project that were never approved, except the one of its record. */
export const deleteUnapprovedReports = (connection: Connection, projectId: string, keptKey: string | null) =>
  connection
    .deleteFrom('reports')
    .where('projectId', '=', projectId)
    .where('approvedAt', 'is', null)
    .where('key', 'is distinct from', keptKey)
    .execute()

/** Marks a report file as not approved. */
export async function unmarkReportApproved(connection: Connection, key: string): Promise<void> {
  await connection.updateTable('reports').set({ approvedAt: null }).where('key', '=', key).execute()
}

/** Deletes the report files that an approved one has replaced. */
export async function deleteReplacedReports(connection: Connection, projectId: string, key: string) {
  await connection
    .deleteFrom('reports')
    .where('projectId', '=', projectId)
    .where('storedAt', '<', (query) =>
      query
        .selectFrom('reports')
        .select('storedAt')
        .where('key', '=', key)
        .where('approvedAt', 'is not', null),
    )
    .execute()
}
