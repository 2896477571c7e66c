import type { Insertable } from 'kysely'

import type { Thumbnail } from '#contract/projects/project.ts'

import type { Connection } from '../../platform/database/connection.ts'
import type { DB } from '../../platform/database/tables.ts'
import { isPublished } from '../queries.ts'

/** A project's images in their order. */
export const imagesOf = (connection: Connection, projectId: string) =>
  connection
    .selectFrom('projectImages')
    .select(['id', 'position', 'alt', 'width', 'height'])
    .where('projectId', '=', projectId)
    .orderBy('position')
    .execute()

export async function insertImages(connection: Connection, images: Insertable<DB['projectImages']>[]) {
  if (images.length > 0) await connection.insertInto('projectImages').values(images).execute()
}

export async function deleteImage(connection: Connection, imageId: string) {
  await connection.deleteFrom('projectImages').where('id', '=', imageId).execute()
}

/** Saves the positions of images in the given order. */
export async function saveImageOrder(connection: Connection, imageIds: string[]) {
  for (const [position, id] of imageIds.entries()) {
    await connection.updateTable('projectImages').set({ position }).where('id', '=', id).execute()
  }
}

export async function setAlt(connection: Connection, imageId: string, alt: string) {
  await connection.updateTable('projectImages').set({ alt }).where('id', '=', imageId).execute()
}

export async function setThumbnail(connection: Connection, imageId: string, thumbnail: Thumbnail | null) {
  await connection
    .updateTable('projectImages')
    .set({ thumbnail: thumbnail && JSON.stringify(thumbnail) })
    .where('id', '=', imageId)
    .execute()
}

/** The project of an image; undefined for an unknown image. */
export const projectOfImage = (connection: Connection, imageId: string) =>
  connection
    .selectFrom('projectImages')
    .innerJoin('projects', 'projects.id', 'projectImages.projectId')
    .select(['projects.id', isPublished.as('isPublished')])
    .where('projectImages.id', '=', imageId)
    .executeTakeFirst()
