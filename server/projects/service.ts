import { v7 as uuid } from 'uuid'

import type { Received } from '#contract/endpoint.ts'
import { paiseOf } from '#contract/money.ts'
import { ProblemError } from '#contract/problem.ts'
import type { Project, projects } from '#contract/projects.ts'
import type { VerificationStatus } from '#contract/verification.ts'

import { isPublished, publish } from '../catalogue/service.ts'
import type { Connection } from '../database/connection.ts'
import { type Caller, isStaff } from '../http/session.ts'
import type { Parts } from '../parts.ts'
import { rememberMove } from '../verification/history.ts'
import { readProject } from './detail-queries.ts'
import { toProject } from './presenter.ts'
import { changeProject, findProject, insertProject, memberName, type ProjectRow } from './queries.ts'

export { addDownload, addRating, addSale } from './counters.ts'

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

export const projectNotFound = () => new ProblemError('not_found', 'Project not found')

/** Creates a project without files: pending and unpublished. Answers what its owner sees. */
export async function createProject(
  { db }: Pick<Parts, 'db'>,
  ownerId: string,
  { price, ...details }: Received<typeof projects.create>['body'],
): Promise<Project> {
  const id = uuid()
  await insertProject(db, {
    ...details,
    id,
    ownerId,
    pricePaise: paiseOf(price),
    repository: repositoryName(details.title, id),
  })
  return projectForOwner(db, ownerId, id)
}

/** Any project as stored. Throws not_found for an unknown and a deleted one. */
export async function anyProject(
  connection: Connection,
  projectId: string,
  options: { lock?: boolean } = {},
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

/** Asks for verification again and takes the project off the shop. Answers whether it was not pending already. `by` is the owner's name unless said otherwise. */
export async function sendToReview(trx: Connection, projectId: string, by?: string): Promise<boolean> {
  const project = await anyProject(trx, projectId, { lock: true })
  if (project.verificationStatus === 'pending') {
    // Whoever is looking at it must not approve what they have not seen.
    await changeProject(trx, projectId, {})
    return false
  }
  const name = by ?? (await memberName(trx, project.ownerId)).name
  await setVerification(trx, project, { to: 'pending', notes: null, by: name })
  return true
}

/** Writes and remembers one step of a project's verification, already found to be allowed; lists or unlists the project accordingly. */
export async function setVerification(
  trx: Connection,
  { id, verificationStatus }: ProjectRow,
  { to, notes, by }: { to: VerificationStatus; notes: string | null; by: string },
) {
  const verifiedAt = to === 'approved' ? new Date() : null
  await changeProject(trx, id, { verificationStatus: to, verificationNotes: notes, verifiedAt })
  await rememberMove(trx, { projectId: id, from: verificationStatus as VerificationStatus, to, notes, by })
  await publish(trx, id)
}

/** A readable name that is unique: what the title leaves of itself in an address, and the random end of the id. */
function repositoryName(title: string, id: string): string {
  const slug = title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60)
  return `${slug || 'project'}-${id.slice(-10)}`
}
