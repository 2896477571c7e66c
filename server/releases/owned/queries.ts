import { sql } from 'kysely'

import type { Connection } from '../../database/connection.ts'

/** The files of an owner's projects that are not deleted: the present release and the newest report of each, and the pictures. */
export const filesOf = async (connection: Connection, ownerId: string) => {
  const mine = connection
    .selectFrom('projects')
    .select(['projects.id', 'repository'])
    .where('ownerId', '=', ownerId)
    .where('deletedAt', 'is', null)
  const [releases, reports, images] = await Promise.all([
    mine
      .where('releaseId', 'is not', null)
      .select('releaseId')
      .$narrowType<{ releaseId: string }>()
      .execute(),
    mine
      .innerJoin('reports', 'reports.projectId', 'projects.id')
      .select(['reports.key', 'reports.name'])
      .distinctOn('projects.id')
      .orderBy('projects.id')
      .orderBy('reports.storedAt', 'desc')
      .execute(),
    mine
      .innerJoin('projectImages', 'projectImages.projectId', 'projects.id')
      .select(['projectImages.id as imageId', 'position'])
      .orderBy('position')
      .execute(),
  ])
  return { releases, reports, images }
}

/** Deletes the open uploads and the pictures of projects. Answers the ids of the pictures. */
export async function deletePictures(trx: Connection, projectIds: string[]): Promise<string[]> {
  if (projectIds.length === 0) return []
  await trx.deleteFrom('uploads').where('projectId', 'in', projectIds).execute()
  const images = await trx
    .deleteFrom('projectImages')
    .where('projectId', 'in', projectIds)
    .returning('id')
    .execute()
  return images.map(({ id }) => id)
}

/**
 * Deletes the releases and reports of projects; of those that somebody ordered only what was never approved, which no
 * buyer can have. Answers the ids of the releases and the keys of the reports.
 */
export async function deleteReleases(
  trx: Connection,
  { all, unordered }: { all: string[]; unordered: string[] },
) {
  if (all.length === 0) return { releaseIds: [], reportKeys: [] }
  const isGoing = sql<boolean>`project_id = any(${all}) and (project_id = any(${unordered}) or approved_at is null)`
  const going = trx.selectFrom('releases').select('id').where(isGoing)
  await trx.deleteFrom('downloads').where('releaseId', 'in', going).execute()
  const releases = await trx.deleteFrom('releases').where(isGoing).returning('id').execute()
  const reports = await trx.deleteFrom('reports').where(isGoing).returning('key').execute()
  return { releaseIds: releases.map(({ id }) => id), reportKeys: reports.map(({ key }) => key) }
}

/** Forgets what a member has downloaded, and when. */
export async function deleteDownloadsOf(trx: Connection, memberId: string): Promise<void> {
  await trx.deleteFrom('downloads').where('memberId', '=', memberId).execute()
  await trx
    .deleteFrom('reportDownloads')
    .where('orderId', 'in', trx.selectFrom('orders').select('id').where('memberId', '=', memberId))
    .execute()
}
