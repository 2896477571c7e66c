import { sql } from 'kysely'

import type { Connection } from '../../database/connection.ts'

/** A release as far as downloads need it. */
export const archiveOf = (connection: Connection, releaseId: string) =>
  connection
    .selectFrom('releases')
    .select(['id', 'archiveSha256', 'archiveSize'])
    .where('id', '=', releaseId)
    .executeTakeFirst()

/** The moment of a release. Throws when there is none. */
export const releasedAt = async (connection: Connection, releaseId: string): Promise<Date> =>
  (
    await connection
      .selectFrom('releases')
      .select('createdAt')
      .where('id', '=', releaseId)
      .executeTakeFirstOrThrow()
  ).createdAt

export async function setArchive(
  connection: Connection,
  releaseId: string,
  { sha256, size }: { sha256: string; size: number },
) {
  await connection
    .updateTable('releases')
    .set({ archiveSha256: sha256, archiveSize: size })
    .where('id', '=', releaseId)
    .execute()
}

/** The files of a release with the places of their bytes, in an order that no setting changes. */
export const filesWithKeys = (connection: Connection, releaseId: string) =>
  connection
    .selectFrom('releaseFiles')
    .innerJoin('blobs', 'blobs.sha256', 'releaseFiles.sha256')
    .select(['path', 'blobs.sha256', 'blobs.size', 'blobs.key'])
    .where('releaseId', '=', releaseId)
    .orderBy(sql`path collate "C"`)
    .execute()

/** The releases of a project that match, highest number first. */
export const releasesOf = (connection: Connection, projectId: string) =>
  connection
    .selectFrom('releases')
    .select(['id', 'number', 'status', 'approvedAt', 'recalledAt', 'recallReason'])
    .where('projectId', '=', projectId)
    .orderBy('number', 'desc')
    .execute()

/** A project's owner and present release, also when the project is deleted. */
export const projectBehind = (connection: Connection, projectId: string) =>
  connection
    .selectFrom('projects')
    .select(['ownerId', 'releaseId', 'deletedAt'])
    .where('id', '=', projectId)
    .executeTakeFirst()

/** The release, locked against a recall until the transaction ends. */
export const lockShared = (trx: Connection, releaseId: string) =>
  trx
    .selectFrom('releases')
    .select(['number', 'recalledAt', 'recallReason'])
    .where('id', '=', releaseId)
    .forShare()
    .executeTakeFirstOrThrow()

/** Notes that a buyer downloads a release. Answers whether it is the first time. */
export async function noteDownload(connection: Connection, memberId: string, releaseId: string) {
  const { isFirst } = await connection
    .insertInto('downloads')
    .values({ memberId, releaseId })
    .onConflict((conflict) =>
      conflict
        .columns(['memberId', 'releaseId'])
        .doUpdateSet({ times: sql`downloads.times + 1`, lastAt: new Date() }),
    )
    .returning(sql<boolean>`times = 1`.as('isFirst'))
    .executeTakeFirstOrThrow()
  return isFirst
}

/** The releases of a project that a member downloaded, the newest first. */
export const releaseDownloads = (connection: Connection, memberId: string, projectId: string) =>
  connection
    .selectFrom('downloads')
    .innerJoin('releases', 'releases.id', 'downloads.releaseId')
    .select(['number as release', 'firstAt', 'lastAt', 'times'])
    .where('memberId', '=', memberId)
    .where('projectId', '=', projectId)
    .orderBy('number', 'desc')
    .execute()
