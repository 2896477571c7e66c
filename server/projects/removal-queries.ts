import { sql } from 'kysely'

import { formerMemberName } from '#server/accounts/short-name.ts'

import type { Connection } from '../platform/database/connection.ts'

/** Locks a project so that nobody orders or changes it until the transaction ends. */
export async function lockProject(trx: Connection, projectId: string): Promise<void> {
  await trx.selectFrom('projects').select('id').where('id', '=', projectId).forUpdate().execute()
}

/** Those of some projects that somebody has ordered, whatever the state of the order. */
export async function orderedAmong(connection: Connection, projectIds: string[]): Promise<Set<string>> {
  if (projectIds.length === 0) return new Set()
  const ordered = await connection
    .selectFrom('orders')
    .select('projectId')
    .distinct()
    .where('projectId', 'in', projectIds)
    .execute()
  return new Set(ordered.map(({ projectId }) => projectId))
}

/** Those of some projects about which, or about a review or question on whose page, somebody complained. */
export async function reportedAmong(connection: Connection, projectIds: string[]): Promise<Set<string>> {
  if (projectIds.length === 0) return new Set()
  const reported = await connection
    .selectFrom('complaints')
    .select('projectId')
    .distinct()
    .where('projectId', 'in', projectIds)
    .execute()
  return new Set(reported.map(({ projectId }) => projectId))
}

/**
 * Clears the notes that staff wrote about projects, what these were when staff sent them back, and the name of the owner
 * who sent them back to review.
 */
export async function clearHistory(trx: Connection, projectIds: string[]): Promise<void> {
  if (projectIds.length === 0) return
  const rows = trx.updateTable('verifications').where('projectId', 'in', projectIds)
  await rows.set({ notes: null, staffNote: null, override: null, edition: null }).execute()
  // The row holds the name as it was then, so it cannot be compared with the present one. Staff who set a project to
  // pending are in the audit log.
  await rows.set({ verifiedBy: formerMemberName }).where('status', '=', 'pending').execute()
}

/** Deletes projects that have no releases. */
export async function deleteProjects(trx: Connection, projectIds: string[]): Promise<void> {
  if (projectIds.length === 0) return
  await trx.deleteFrom('projects').where('id', 'in', projectIds).execute()
}

/** What the audit log calls a project, its releases, and the complaints that staff decided about it, which name it. */
export async function auditTargetsOf(trx: Connection, projectId: string): Promise<string[]> {
  const { rows } = await sql<{ target: string }>`
    select concat_ws(' ', kind, id) as target from (
      select 'project', ${projectId}::uuid
      union all select 'release', id from releases where project_id = ${projectId}
      union all select 'complaint', id from complaints where project_id = ${projectId}
    ) things (kind, id)`.execute(trx)
  return rows.map(({ target }) => target)
}
