import type { Updateable } from 'kysely'

import type { ProjectCard } from '#contract/projects/project.ts'

import { updatePublication } from '../catalogue/publish-queries.ts'
import type { Connection } from '../platform/database/connection.ts'
import type { DB } from '../platform/database/tables.ts'
import {
  type Counters,
  dropBundle,
  dropOwnLicence,
  markTakenOff,
  updateCover,
  updateProject,
  updateReputation,
} from './queries.ts'
import { saveFeaturedPlaces } from './status-queries.ts'

/** The changes of a project. Counters are counted, and the owner never changes. */
export type ProjectChanges = Omit<Updateable<DB['projects']>, 'id' | 'ownerId' | 'updatedAt' | keyof Counters>

/**
 * Changes a project and brings the catalogue in line with it, in the caller's transaction. All changes of project data
 * that the catalogue holds go through this file, so that the public never sees an outdated state. It also clears a
 * bundle price that saves nothing or has no report, and the owner's own licence when a new release has no licence file.
 * Call it after the changes that these rules depend on, such as a release's approval.
 */
export async function saveProject(trx: Connection, projectId: string, changes: ProjectChanges) {
  await updateProject(trx, projectId, { ...changes, ...(changes.releaseId === null && withoutContents) })
  if ('pricePaise' in changes || 'reportPricePaise' in changes) await dropBundle(trx, projectId)
  if (changes.releaseId) await dropOwnLicence(trx, projectId)
  if ('pricePaise' in changes) await recount(trx, projectId)
  else await updatePublication(trx, projectId)
}

/**
 * Saves the cover of a project, which the check of the files of a release made. It is no change of the owner's, so the time of the
 * last change stays.
 */
export async function saveCover(
  trx: Connection,
  projectId: string,
  releaseId: string,
  { languages, fileTree }: Pick<ProjectCard, 'languages' | 'fileTree'>,
) {
  await updateCover(trx, projectId, releaseId, {
    languages: JSON.stringify(languages),
    fileTree: JSON.stringify(fileTree),
  })
  await updatePublication(trx, projectId)
}

/** The cover of a project without files. */
export const withoutContents = { languages: '[]', fileTree: '[]' }

/** Saves the order of the featured projects. Answers the ids of those whose place changed. */
export async function saveFeatured(trx: Connection, order: string[]): Promise<string[]> {
  const moved = await saveFeaturedPlaces(trx, order)
  await republish(trx, moved)
  return moved
}

/**
 * Brings the catalogue in line with projects that the caller locked before it deactivated or reactivated their owner, or
 * derived what they need.
 */
export async function republish(trx: Connection, projectIds: string[]) {
  if (projectIds.length > 0) await updatePublication(trx, ...projectIds)
}

/**
 * Ends the checkouts of locked projects that staff take off sale, in the caller's transaction: open payments are
 * cancelled, and what is captured all the same is not delivered but goes back. What their owner does ends none.
 */
export const takeOffSale = (trx: Connection, projectIds: string[]): Promise<void> =>
  markTakenOff(trx, projectIds)

/**
 * Counts the sales, ratings and run answers of a project anew, after a change of its orders, reviews, answers or prices:
 * those of buyers who paid enough (counts_for_reputation), and apart from them the answers of those who got it for
 * nothing.
 */
export async function recount(trx: Connection, projectId: string) {
  await updateReputation(trx, projectId)
  await updatePublication(trx, projectId)
}
