import { ProblemError } from '#contract/kit/problem.ts'
import type { Project } from '#contract/projects/project.ts'

import { needsOwnerLicence } from '../accounts/acceptances.ts'
import type { Connection } from '../platform/database/connection.ts'
import { type Caller, isStaff } from '../platform/http/caller.ts'
import { withPicturePass } from '../platform/images/pass.ts'
import { toProject, type Viewer } from './presenter.ts'
import {
  type AccessRow,
  accessRow,
  buyersOf,
  type DetailRow,
  type FindOptions,
  findEdited,
  findProject,
  type ProjectRow,
  type RecordRow,
  readEditedProject,
  readProject,
  type StoredAccess,
  hasBought,
} from './queries.ts'

/** The caller's own project as stored, with the change that waits. Throws not_found for a stranger's, an unknown and a deleted one alike. */
export async function ownProject(
  connection: Connection,
  ownerId: string,
  projectId: string,
  options: { lock?: boolean } = {},
): Promise<ProjectRow> {
  const project = await findEdited(connection, projectId, options)
  if (project?.ownerId !== ownerId) throw projectNotFound()
  return project
}

/**
 * The record of any project, which is what others are told of. Throws not_found for an unknown one, and for a deleted one
 * without `includeDeleted`.
 */
export async function anyProject(
  connection: Connection,
  projectId: string,
  options: FindOptions = {},
): Promise<RecordRow> {
  const project = await findProject(connection, projectId, options)
  if (!project) throw projectNotFound()
  return project
}

/** Any project with the change that waits, for staff. Throws not_found as `anyProject` does. */
export async function anyEdited(
  connection: Connection,
  projectId: string,
  options: FindOptions = {},
): Promise<ProjectRow> {
  const project = await findEdited(connection, projectId, options)
  if (!project) throw projectNotFound()
  return project
}

/**
 * The part of a project that decides who sees it, with the release that this caller sees: everybody sees a published
 * one, its owner and staff any other. Throws not_found when this caller does not see it.
 */
export async function requireVisible(
  connection: Connection,
  caller: Caller | undefined,
  projectId: string,
): Promise<AccessRow> {
  const project = await accessRow(connection, projectId)
  if (project && (isStaff(caller) || project.ownerId === caller?.id)) return asEdited(project)
  if (project?.isPublished) return project
  throw projectNotFound()
}

/** What its owner and staff see: the release and the pictures of a change that waits, which staff have not verified. */
const asEdited = (project: StoredAccess): AccessRow => ({
  ...project,
  ...(project.hasChanges && {
    releaseId: project.editedReleaseId,
    demoSignIns: project.editedSignIns,
    isPublished: false,
  }),
  ...((project.hasChanges || project.verificationStatus !== 'approved') && { verifiedAt: null }),
})

export const projectNotFound = () => new ProblemError('not_found', 'Project not found')

/**
 * A project as this caller sees it: everybody sees a published one, its owner and staff any other. Throws not_found
 * 'Project not found'.
 */
export async function projectFor(
  stores: Stores,
  caller: Caller | undefined,
  projectId: string,
): Promise<Project> {
  const { row, as } = await visibleProject(stores.db, caller, projectId)
  return projectAs(stores, row, as)
}

/** A whole project in the role in which the caller sees it. */
export async function projectAs({ db, secret }: Stores, row: DetailRow, as: Viewer): Promise<Project> {
  const isOwner = as === 'owner'
  const project = toProject(row, {
    as,
    needsOwnerLicence: isOwner && (await needsOwnerLicence(db, row.id)),
    hasBuyers: isOwner && (await buyersOf(db, row.id)) > 0,
  })
  return isPublic(row) ? project : withPicturePass(secret, project)
}

/** Whether everybody sees all of a project that its owner or staff see. */
export const isPublic = ({ isPublished, details }: DetailRow) => isPublished && !details.hasChanges

/** Where a project is read, and the secret that signs the links to its pictures. */
export interface Stores {
  db: Connection
  secret: string
}

/** A whole project as stored, with the waiting change for its owner and staff, and the role in which this caller sees it. Throws not_found as requireVisible does. */
export async function visibleProject(
  connection: Connection,
  caller: Caller | undefined,
  projectId: string,
): Promise<{ row: DetailRow; as: Viewer }> {
  const read = isStaff(caller) ? readEditedProject : readProject
  const row = await read(connection, projectId)
  const as = row && (await viewerOf(connection, caller, row))
  if (!as) throw projectNotFound()
  return { row: (as === 'owner' && (await readEditedProject(connection, projectId))) || row, as }
}

async function viewerOf(
  connection: Connection,
  caller: Caller | undefined,
  project: DetailRow,
): Promise<Viewer | undefined> {
  if (isStaff(caller)) return 'staff'
  if (caller?.id === project.ownerId) return 'owner'
  if (!project.isPublished) return undefined
  const isBuyer = caller && (await hasBought(connection, caller.id, project.id))
  return isBuyer ? 'buyer' : 'visitor'
}
