import { formerMember } from '#contract/kit/short-name.ts'

import type { Connection } from '../../database/connection.ts'

/** What the owner still reads beside its views, and who reported it. */
export const deletedTitle = 'Former project'

/** The ids of all projects of an owner, deleted ones too, locked so that nobody orders or changes one until the transaction ends. */
export async function lockProjectsOf(trx: Connection, ownerId: string): Promise<string[]> {
  const projects = await trx
    .selectFrom('projects')
    .select('id')
    .where('ownerId', '=', ownerId)
    .orderBy('id')
    .forUpdate()
    .execute()
  return projects.map(({ id }) => id)
}

/** Locks a project so that nobody orders or changes it until the transaction ends. */
export async function lockProject(trx: Connection, projectId: string): Promise<void> {
  await trx.selectFrom('projects').select('id').where('id', '=', projectId).forUpdate().execute()
}

/**
 * Keeps projects from being deleted until the transaction ends. Take it before reading what is to be ordered or saved of
 * them: the projects come first and then the members, and a deletion of an account locks in the same order.
 */
export async function keepProjects(trx: Connection, projectIds: string[]): Promise<void> {
  if (projectIds.length === 0) return
  await trx
    .selectFrom('projects')
    .select('id')
    .where('id', 'in', projectIds)
    .orderBy('id')
    .forKeyShare()
    .execute()
}

/** Forgets what staff wrote about projects, and the name of the owner who sent them back to review. */
export async function clearHistory(trx: Connection, projectIds: string[]): Promise<void> {
  if (projectIds.length === 0) return
  const rows = trx.updateTable('verifications').where('projectId', 'in', projectIds)
  await rows.set({ notes: null }).execute()
  // Under the name they had then, which may not be the present one. Staff who did so are in the audit log.
  await rows.set({ verifiedBy: formerMember }).where('status', '=', 'pending').execute()
}

/** Deletes projects that have no releases. */
export async function deleteProjects(trx: Connection, projectIds: string[]): Promise<void> {
  if (projectIds.length === 0) return
  await trx.deleteFrom('projects').where('id', 'in', projectIds).execute()
}
