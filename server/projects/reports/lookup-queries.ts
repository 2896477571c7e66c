import type { Connection } from '../../platform/database/connection.ts'

/** A project's report files, newest first: the owner's latest one, and the approved one, which buyers get. */
export const reportsOf = (connection: Connection, projectId: string) =>
  connection
    .selectFrom('reports')
    .selectAll()
    .where('projectId', '=', projectId)
    .orderBy('storedAt', 'desc')
    .execute()
