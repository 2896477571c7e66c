import type { Updateable } from 'kysely'

import { publish } from '../catalogue/publish-queries.ts'
import type { Connection } from '../platform/database/connection.ts'
import type { DB } from '../platform/database/tables.ts'
import { addToCounters, type Counters, dropBundle, dropOwnLicence, updateProject } from './queries.ts'
import { placeFeatured } from './status-queries.ts'

/** What is changed of a project; its counters are added to instead, and who owns it never changes. */
export type ProjectChanges = Omit<Updateable<DB['projects']>, 'id' | 'ownerId' | 'updatedAt' | keyof Counters>

/**
 * Changes a project and brings the catalogue in line with it, in the caller's transaction. Nothing else of a project that the
 * catalogue has is changed past this file, so that nobody has to remember what the public may see. A price for code and report together ends when it saves nothing
 * any more, or there is no report; the owner's own licence when the files of a new release hold none. Call it after what else decides that, such as a release's approval.
 */
export async function saveProject(trx: Connection, projectId: string, changes: ProjectChanges) {
  await updateProject(trx, projectId, { ...changes, ...(changes.releaseId === null && withoutContents) })
  if ('pricePaise' in changes || 'reportPricePaise' in changes) await dropBundle(trx, projectId)
  if (changes.releaseId) await dropOwnLicence(trx, projectId)
  await publish(trx, projectId)
}

const withoutContents = { languages: '[]', fileTree: '[]' }

/** Saves the order of the featured projects, and answers those whose place is another now. */
export async function saveFeatured(trx: Connection, order: string[]): Promise<string[]> {
  const moved = await placeFeatured(trx, order)
  await republish(trx, moved)
  return moved
}

/** Brings the catalogue in line with projects that were locked before their owner was deactivated, or is active again. */
export async function republish(trx: Connection, projectIds: string[]) {
  for (const projectId of projectIds) await publish(trx, projectId)
}

/** Counts one sale. */
export const addSale = (trx: Connection, projectId: string) => count(trx, projectId, { salesCount: 1 })

/** Takes one sale back. */
export const removeSale = (trx: Connection, projectId: string) => count(trx, projectId, { salesCount: -1 })

/** Takes a review's rating into the average. */
export const addRating = (trx: Connection, projectId: string, rating: number) =>
  count(trx, projectId, { ratingSum: rating, ratingCount: 1 })

/** Takes a rating out of the average. */
export const removeRating = (trx: Connection, projectId: string, rating: number) =>
  count(trx, projectId, { ratingSum: -rating, ratingCount: -1 })

async function count(trx: Connection, projectId: string, by: Partial<Counters>) {
  await addToCounters(trx, projectId, by)
  await publish(trx, projectId)
}

/** Counts one download. Nothing is found or sorted by it, so the catalogue does not keep it. */
export const addDownload = (trx: Connection, projectId: string) =>
  addToCounters(trx, projectId, { downloadCount: 1 })

/** Counts what buyers say of whether it ran, those who got it for nothing apart. Nothing is found or sorted by it. */
export const countRun = (
  trx: Connection,
  projectId: string,
  { isFree, of, ran }: { isFree: boolean; of: number; ran: number },
) =>
  addToCounters(
    trx,
    projectId,
    isFree ? { freeRunCount: of, freeRanCount: ran } : { runCount: of, ranCount: ran },
  )
