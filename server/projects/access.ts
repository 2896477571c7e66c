import { ProblemError } from '#contract/kit/problem.ts'

import { isPublished } from '../catalogue/service.ts'
import type { Connection } from '../database/connection.ts'
import { type Caller, isStaff } from '../http/session.ts'
import { type FindOptions, findProject, type ProjectRow } from './queries.ts'

/** The caller's own project as stored. Throws not_found for a stranger's, an unknown and a deleted one alike. */
export async function ownProject(
  connection: Connection,
  ownerId: string,
  projectId: string,
  options: { lock?: boolean } = {},
): Promise<ProjectRow> {
  const project = await findProject(connection, projectId, options)
  if (project?.ownerId !== ownerId) throw projectNotFound()
  return project
}

/** Any project as stored. Throws not_found for an unknown one, and for a deleted one unless that is asked for. */
export async function anyProject(
  connection: Connection,
  projectId: string,
  options: FindOptions = {},
): Promise<ProjectRow> {
  const project = await findProject(connection, projectId, options)
  if (!project) throw projectNotFound()
  return project
}

/** Throws not_found unless this caller may see the project: a published one everybody, any other its owner and staff. */
export async function requireVisible(
  connection: Connection,
  caller: Caller | undefined,
  projectId: string,
): Promise<void> {
  if (await isPublished(connection, projectId)) return
  const project = await anyProject(connection, projectId)
  if (!isStaff(caller) && project.ownerId !== caller?.id) throw projectNotFound()
}

export const projectNotFound = () => new ProblemError('not_found', 'Project not found')
