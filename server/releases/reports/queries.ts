import type { Insertable } from 'kysely'

import type { Connection, DB } from '../../database/connection.ts'

/** A project's report file, on sale or kept for those who bought it. */
export const reportOf = (connection: Connection, projectId: string) =>
  connection.selectFrom('reports').selectAll().where('projectId', '=', projectId).executeTakeFirst()

/** Keeps a report file in place of the one there was. */
export async function keepReport(connection: Connection, report: Insertable<DB['reports']>) {
  await connection
    .insertInto('reports')
    .values(report)
    .onConflict((conflict) => conflict.column('projectId').doUpdateSet({ ...report, storedAt: new Date() }))
    .execute()
}

/** Says what of the report is on sale with the project; nulls take it off. */
export async function offerReport(
  connection: Connection,
  projectId: string,
  offer: { reportKey: string | null; reportName: string | null; reportPricePaise: number | null },
) {
  await connection
    .updateTable('projects')
    .set({ ...offer, updatedAt: new Date() })
    .where('id', '=', projectId)
    .execute()
}

/** Whose a project is and whether its report is on sale, also when the project is deleted. */
export const offerBehind = (connection: Connection, projectId: string) =>
  connection
    .selectFrom('projects')
    .select(['ownerId', 'deletedAt', 'reportKey'])
    .where('id', '=', projectId)
    .executeTakeFirst()
