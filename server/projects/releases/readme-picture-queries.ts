import { type Insertable, sql } from 'kysely'

import type { Connection } from '../../platform/database/connection.ts'
import type { DB } from '../../platform/database/tables.ts'
import { isPublished } from '../queries.ts'

/** The files of a release with these paths, in any upper and lower case, with the keys of their blobs. */
export const filesNamed = (connection: Connection, releaseId: string, paths: readonly string[]) =>
  connection
    .selectFrom('releaseFiles')
    .innerJoin('blobs', 'blobs.sha256', 'releaseFiles.sha256')
    .select(['path', 'blobs.sha256', 'blobs.size', 'blobs.key'])
    .where('releaseId', '=', releaseId)
    .where(
      sql<string>`lower(path)`,
      'in',
      paths.map((path) => path.toLowerCase()),
    )
    .execute()

/** Our copies of some pictures in any release of the same project. */
export const copiesOfPictures = async (
  connection: Connection,
  releaseId: string,
  files: readonly { sha256: string }[],
) =>
  files.length === 0
    ? []
    : connection
        .selectFrom('readmePictures')
        .innerJoin('releases', 'releases.id', 'readmePictures.releaseId')
        .innerJoin('releases as same', 'same.projectId', 'releases.projectId')
        .distinctOn('readmePictures.sha256')
        .select(['readmePictures.id', 'readmePictures.sha256', 'width', 'height'])
        .where('same.id', '=', releaseId)
        .where(
          'readmePictures.sha256',
          'in',
          files.map(({ sha256 }) => sha256),
        )
        .orderBy('readmePictures.sha256')
        .execute()

export async function insertReadmePicture(
  connection: Connection,
  picture: Insertable<DB['readmePictures']>,
): Promise<void> {
  await connection
    .insertInto('readmePictures')
    .values(picture)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * The project whose README shows a copy; undefined for an unknown one. Published is what the README of its present
 * release shows.
 */
export const projectOfReadmePicture = (connection: Connection, id: string) =>
  connection
    .selectFrom('readmePictures')
    .innerJoin('releases', 'releases.id', 'readmePictures.releaseId')
    .innerJoin('projects', 'projects.id', 'releases.projectId')
    .select([
      'projects.id',
      sql<boolean>`releases.id = projects.release_id and ${isPublished}`.as('isPublished'),
    ])
    .where('readmePictures.id', '=', id)
    .orderBy('isPublished', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Those of some ids that belong to a copy which a README shows. */
export const existingReadmePictures = async (connection: Connection, ids: string[]): Promise<Set<string>> =>
  new Set(
    (await connection.selectFrom('readmePictures').select('id').where('id', 'in', ids).execute()).map(
      ({ id }) => id,
    ),
  )
