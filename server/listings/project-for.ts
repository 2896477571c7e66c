import type { Project } from '#contract/projects.ts'

import type { Connection } from '../database/connection.ts'
import { type Caller, isStaff } from '../http/session.ts'
import { purchaseOf } from '../orders/service.ts'
import { type DetailRow, projectNotFound, readProject, toProject, type Viewer } from '../projects/service.ts'

/** A project as this caller sees it: a published one everybody, any other its owner and staff. Throws not_found 'Project not found'. */
export async function projectFor(
  connection: Connection,
  caller: Caller | undefined,
  projectId: string,
): Promise<Project> {
  const project = await readProject(connection, projectId)
  const as = project && (await viewerOf(connection, caller, project))
  if (!as) throw projectNotFound()
  return toProject(project, { as })
}

async function viewerOf(
  connection: Connection,
  caller: Caller | undefined,
  project: DetailRow,
): Promise<Viewer | undefined> {
  if (isStaff(caller)) return 'staff'
  if (caller?.id === project.ownerId) return 'owner'
  if (!project.isPublished) return undefined
  const bought = caller && (await purchaseOf(connection, caller.id, project.card.id, 'source'))
  return bought ? 'buyer' : 'visitor'
}
