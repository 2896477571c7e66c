import { hash } from 'node:crypto'

import { v7 as uuid } from 'uuid'

import type { Received } from '#contract/kit/endpoint.ts'
import { paiseOf } from '#contract/kit/money.ts'
import { ProblemError } from '#contract/kit/problem.ts'
import type { Project, projects } from '#contract/projects.ts'

import type { Connection } from '../database/connection.ts'
import { projectNotFound } from './access.ts'
import { readProject } from './detail-queries.ts'
import { toProject } from './presenter.ts'
import { insertProject, projectByKey } from './queries.ts'
import { repositoryName } from './repository-name.ts'

export { anyProject, ownProject, projectNotFound, requireVisible } from './access.ts'
export { type DetailRow, readProject } from './detail-queries.ts'
export {
  newestProjects,
  projectsByMonth,
  projectsNamed,
  projectSums,
  technologiesOf,
} from './figures/queries.ts'
export { editAsOwner, editAsStaff } from './edits.ts'
export { featuredInOrder, orderFeatured } from './featured/service.ts'
export { removeProject } from './removal/remove.ts'
export { figuresOfOwner, recentProjects, titlesOfOwner } from './owned/figure-queries.ts'
export { toProject, type Viewer } from './presenter.ts'
export { type ProjectRow } from './queries.ts'
export { deleteProjects, eraseWords, keepProjects, lockProjectsOf, retireProjects } from './removal/retire.ts'
export {
  addDownload,
  addRating,
  addSale,
  countRun,
  removeRating,
  removeSale,
  republish,
  saveProject,
} from './save.ts'
export { findForStaff } from './staff-list/queries.ts'
export { recentDecisions } from './verification/queries.ts'
export { archivedAmong, recalledAmong, takenOffSale } from './owned/unpublished-queries.ts'
export { moveTo, sendToReview } from './verification/service.ts'

/** A project as its owner sees it. Throws not_found as ownProject does. */
export async function projectForOwner(
  connection: Connection,
  ownerId: string,
  projectId: string,
): Promise<Project> {
  const project = await readProject(connection, projectId)
  if (project?.ownerId !== ownerId) throw projectNotFound()
  return toProject(project, { as: 'owner' })
}

/**
 * Creates a project without files: pending and unpublished. Answers what its owner sees, and whether it is new. With an idempotency key that was
 * sent before it answers the project of then; throws conflict when that was created with other details.
 */
export async function createProject(
  connection: Connection,
  ownerId: string,
  { idempotencyKey, ...wanted }: Received<typeof projects.create>['body'],
): Promise<{ isNew: boolean; project: Project }> {
  const id = uuid()
  const { price, ...details } = wanted
  const requestHash = hash('sha256', JSON.stringify(wanted))
  const isNew = await insertProject(connection, {
    ...details,
    id,
    ownerId,
    pricePaise: paiseOf(price),
    repository: repositoryName(details.title, id),
    ...(idempotencyKey !== undefined && { idempotencyKey, requestHash }),
  })
  if (isNew) return { isNew, project: await projectForOwner(connection, ownerId, id) }
  const known = await projectByKey(connection, ownerId, idempotencyKey!)
  if (known.requestHash === requestHash)
    return { isNew, project: await projectForOwner(connection, ownerId, known.id) }
  throw new ProblemError(
    'conflict',
    'This project was created already, with other details. It is under My Projects.',
  )
}
