import { sql } from 'kysely'

import type { Thumbnail } from '#contract/projects/project.ts'

import type { Connection } from '../../platform/database/connection.ts'
import { isPublished } from '../queries.ts'

export async function setThumbnail(connection: Connection, imageId: string, thumbnail: Thumbnail | null) {
  await connection
    .updateTable('projectImages')
    .set({ thumbnail: thumbnail && JSON.stringify(thumbnail) })
    .where('id', '=', imageId)
    .execute()
}

/** The project of an image, published with its record; undefined for an unknown image. */
export const projectOfImage = (connection: Connection, imageId: string) =>
  connection
    .selectFrom('projectImages')
    .innerJoin('projects', 'projects.id', 'projectImages.projectId')
    .select(['projects.id', isPublished.as('isPublished')])
    .where('projectImages.id', '=', imageId)
    .unionAll((unlisted) =>
      unlisted
        .selectFrom('unlistedImages')
        .select(['projectId as id', sql<boolean>`false`.as('isPublished')])
        .where('unlistedImages.id', '=', imageId),
    )
    .executeTakeFirst()
