import { hash } from 'node:crypto'

import { v7 as uuid } from 'uuid'

import { paiseOf } from '#contract/kit/amounts.ts'
import type { Received } from '#contract/kit/endpoint.ts'
import { limits } from '#contract/kit/limits.ts'
import { ProblemError } from '#contract/kit/problem.ts'
import { writtenFields } from '#contract/projects/edits.ts'
import type { Project } from '#contract/projects/project.ts'
import type { projects } from '#contract/projects/projects.ts'

import { recordOwnerLicence } from '../accounts/acceptances.ts'
import type { Dependencies } from '../dependencies.ts'
import { requireNoContactDetails } from '../platform/contact-details/contact-details.ts'
import type { Connection } from '../platform/database/connection.ts'
import { ownProject, projectAs, projectNotFound, type Stores } from './access.ts'
import { countDrafts, insertProject, lockDrafts, projectByKey } from './owner-queries.ts'
import { type ProjectRow, readEditedProject } from './queries.ts'
import { saveProject } from './save.ts'
import { requireSignIns } from './sign-in-texts.ts'

/** A project as its owner sees it. Throws not_found as ownProject does. */
export async function projectForOwner(stores: Stores, ownerId: string, projectId: string): Promise<Project> {
  const project = await readEditedProject(stores.db, projectId)
  if (project?.ownerId !== ownerId) throw projectNotFound()
  return projectAs(stores, project, 'owner')
}

/**
 * Creates a project without files: pending and unpublished. Answers the project as its owner sees it, and whether it is
 * new. A repeated idempotency key answers the project created the first time; throws conflict when that one was created
 * with other details.
 */
export async function createProject(
  stores: Stores,
  ownerId: string,
  { idempotencyKey, ownerLicence, ...wanted }: Received<typeof projects.create>['body'],
): Promise<{ isNew: boolean; project: Project }> {
  const id = uuid()
  const { price, ...details } = wanted
  const requestHash = hash('sha256', JSON.stringify(wanted))
  const isNew = await insertProject(stores.db, {
    ...details,
    id,
    ownerId,
    pricePaise: paiseOf(price),
    repository: repositoryName(details.title, id),
    ...(idempotencyKey !== undefined && { idempotencyKey, requestHash }),
  })
  if (isNew && ownerLicence) await recordOwnerLicence(stores.db, ownerId, id, ownerLicence)
  if (isNew) return { isNew, project: await projectForOwner(stores, ownerId, id) }
  const known = await projectByKey(stores.db, ownerId, idempotencyKey!)
  if (known.requestHash === requestHash)
    return { isNew, project: await projectForOwner(stores, ownerId, known.id) }
  throw new ProblemError(
    'conflict',
    'This project was created already, with other details. It is under My Projects.',
  )
}

/**
 * Creates a member's own project as createProject does. Throws too_many_requests when they have too many without files,
 * and invalid_input for a technology, tag or demo sign-in with a contact detail.
 */
export const createOwnProject = (
  { db, secret }: Dependencies,
  ownerId: string,
  body: Received<typeof projects.create>['body'],
): Promise<Project> =>
  db.transaction().execute(async (trx) => {
    requireNoContactDetails({ technologies: body.technologies, tags: body.tags })
    requireSignIns(body.demoSignIns)
    await lockDrafts(trx, ownerId)
    const { isNew, project } = await createProject({ db: trx, secret }, ownerId, body)
    if (isNew) await requireFewDrafts(trx, ownerId)
    return project
  })

async function requireFewDrafts(trx: Connection, ownerId: string): Promise<void> {
  if ((await countDrafts(trx, ownerId)) > limits.drafts)
    throw new ProblemError(
      'too_many_requests',
      `You have ${limits.drafts} projects without files, which is as many as you may have. Upload the files of one, or delete one, and try again.`,
    )
}

/** A readable, unique name: the title in lower-case ASCII, and the random end of the id. */
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

/**
 * Archives or restores the caller's own project. The decision of staff and the owner's active switch stay as they are.
 */
export const setArchived = (
  { db }: Dependencies,
  ownerId: string,
  projectId: string,
  isArchived: boolean,
): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const { archivedAt } = await ownProject(trx, ownerId, projectId, { lock: true })
    if ((archivedAt !== null) === isArchived) return
    await saveProject(trx, projectId, { archivedAt: isArchived ? new Date() : null })
  })

/**
 * Creates a draft with the texts and the price of the caller's own project, but without files, images and report, so
 * that the same code is not sold twice. Answers its id. Throws too_many_requests as createOwnProject does.
 */
export const duplicateProject = ({ db }: Dependencies, ownerId: string, projectId: string): Promise<string> =>
  db.transaction().execute(async (trx) => {
    await lockDrafts(trx, ownerId)
    const original = await ownProject(trx, ownerId, projectId)
    const id = uuid()
    const title = titleOfCopy(original.title)
    await insertProject(trx, {
      ...writtenIn(original),
      id,
      ownerId,
      title,
      repository: repositoryName(title, id),
      pricePaise: original.pricePaise,
    })
    await requireFewDrafts(trx, ownerId)
    return id
  })

type Written = Pick<ProjectRow, (typeof writtenFields)[number]>

const writtenIn = (project: Written) =>
  Object.fromEntries(writtenFields.map((field) => [field, project[field]])) as Written

const maxTitle = 120
const ending = ' (copy)'

const titleOfCopy = (title: string) =>
  title.endsWith(ending)
    ? title
    : title
        .slice(0, maxTitle - ending.length)
        .replace(/[\uD800-\uDBFF]$/, '')
        .trimEnd() + ending
