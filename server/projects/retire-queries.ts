import type { Connection } from '../database/connection.ts'

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

/** Forgets what staff wrote about projects. */
export async function clearNotes(trx: Connection, projectIds: string[]): Promise<void> {
  if (projectIds.length === 0) return
  await trx.updateTable('verifications').set({ notes: null }).where('projectId', 'in', projectIds).execute()
}

/** Deletes projects that have no releases. */
export async function deleteProjects(trx: Connection, projectIds: string[]): Promise<void> {
  if (projectIds.length === 0) return
  await trx.deleteFrom('projects').where('id', 'in', projectIds).execute()
}
