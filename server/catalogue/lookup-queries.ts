import { type Expression, type ExpressionBuilder, sql } from 'kysely'
import { jsonArrayFrom, jsonBuildObject } from 'kysely/helpers/postgres'

import type { ProjectCard, Thumbnail } from '#contract/projects/project.ts'

import type { Connection } from '../platform/database/connection.ts'
import type { DB } from '../platform/database/tables.ts'

/** Returns the number of an owner's published projects, and the sum and number of their ratings. */
export const publishedFiguresOf = (connection: Connection, ownerId: string) =>
  connection
    .selectFrom('projects')
    .innerJoin('publishedProjects', 'publishedProjects.projectId', 'projects.id')
    .select((from) => [
      from.fn.countAll<number>().as('total'),
      sql<number>`coalesce(sum(projects.rating_sum), 0)::integer`.as('ratingSum'),
      sql<number>`coalesce(sum(projects.rating_count), 0)::integer`.as('ratingCount'),
    ])
    .where('projects.ownerId', '=', ownerId)
    .executeTakeFirstOrThrow()

/** Returns what the sharing image and the cover of a published project show; undefined for any other project. */
export const sharedProject = (connection: Connection, projectId: string) =>
  connection
    .selectFrom('publishedProjects as published')
    .innerJoin('projects', 'projects.id', 'published.projectId')
    .select((from) => [
      'projects.title',
      'projects.category',
      'projects.pricePaise',
      'projects.technologies',
      'projects.verifiedAt',
      'projects.licence',
      'projects.reportPricePaise',
      'projects.ranCount',
      'projects.runCount',
      sql<{
        files: number
        lines: number
      } | null>`(select json_build_object('files', file_count, 'lines', lines) from releases where releases.id = projects.release_id)`.as(
        'contents',
      ),
      sql<ProjectCard['languages']>`languages`.as('languages'),
      sql<ProjectCard['fileTree']>`file_tree`.as('fileTree'),
      from
        .selectFrom('projectImages')
        .select('projectImages.id')
        .whereRef('projectId', '=', 'projects.id')
        .orderBy('position')
        .limit(1)
        .as('imageId'),
      from
        .selectFrom('projectImages')
        .select(thumbnail.as('thumbnail'))
        .whereRef('projectId', '=', 'projects.id')
        .orderBy('position')
        .limit(1)
        .as('thumbnail'),
    ])
    .where('published.projectId', '=', projectId)
    .executeTakeFirst()

/** Returns the id of the published project at an offset in the order of the ids, or undefined beyond the end. */
export async function publishedIdAt(connection: Connection, offset: number): Promise<string | undefined> {
  const row = await connection
    .selectFrom('publishedProjects')
    .select('projectId')
    .orderBy('projectId')
    .offset(offset)
    .limit(1)
    .executeTakeFirst()
  return row?.projectId
}

/**
 * Returns published projects in the order of the ids, from an id on ('>=') or after it ('>'), each with the time of its
 * last change.
 */
export const publishedFrom = (
  connection: Connection,
  [operator, projectId]: ['>=' | '>', string],
  max: number,
): Promise<Listed[]> =>
  connection
    // Limited before the join, because the planner would otherwise begin at the first project of all.
    .selectFrom((from) =>
      from
        .selectFrom('publishedProjects')
        .select('projectId')
        .where('projectId', operator, projectId)
        .orderBy('projectId')
        .limit(max)
        .as('published'),
    )
    .innerJoin('projects', 'projects.id', 'published.projectId')
    .select(['projects.id', 'projects.updatedAt'])
    .orderBy('published.projectId')
    .execute()

interface Listed {
  id: string
  updatedAt: Date
}

/**
 * Selects the fields of a project's card, in a query of projects, as one JSON value with times as text: parsing one
 * value is much faster than many columns.
 */
export const cardColumns = (
  from: ExpressionBuilder<DB, 'projects'>,
  {
    description,
    images = imagesOf(from),
  }: { description: Expression<string>; images?: Expression<CardImage[]> | undefined },
) =>
  jsonBuildObject({
    id: from.ref('projects.id'),
    title: from.ref('title'),
    category: from.ref('projects.category'),
    pricePaise: from.ref('pricePaise'),
    technologies: from.ref('technologies'),
    tags: from.ref('tags'),
    difficulty: from.ref('difficulty'),
    ratingSum: from.ref('ratingSum'),
    ratingCount: from.ref('ratingCount'),
    salesCount: from.ref('salesCount'),
    downloadCount: from.ref('downloadCount'),
    runCount: from.ref('runCount'),
    ranCount: from.ref('ranCount'),
    languages: from.ref('languages'),
    fileTree: from.ref('fileTree'),
    isFeatured: from.ref('isFeatured'),
    isActive: from.ref('isActive'),
    verificationStatus: from.ref('verificationStatus'),
    createdAt: from.ref('projects.createdAt'),
    hasReport: sql<boolean>`report_key is not null`,
    verifiedAt: from.ref('projects.verifiedAt'),
    ranAt: from.ref('projects.ranAt'),
    contents: sql<{
      size: number
      lines: number
    } | null>`(select json_build_object('size', total_size, 'lines', lines) from releases where releases.id = projects.release_id)`,
    images,
    description,
  })

/** The part of an image that lists show. */
const thumbnail = sql<Thumbnail | null>`project_images.thumbnail`

/** Projects as their owners and staff see them, with the change that waits; read it in place of 'projects'. */
export const editedProjects = 'editedProjects as projects' as 'projects'

type CardImage = { id: string; alt: string; width: number; height: number; thumbnail: Thumbnail | null }

/** Selects the images of a project as its owner and staff see it. */
export const editedPictures = sql<CardImage[]>`edited_pictures(projects.id)`

/** Selects the images of a project, in a query of projects, in their order. */
const imagesOf = (from: ExpressionBuilder<DB, 'projects'>) =>
  jsonArrayFrom(
    from
      .selectFrom('projectImages')
      .select(['projectImages.id', 'alt', 'width', 'height', thumbnail.as('thumbnail')])
      .whereRef('projectId', '=', 'projects.id')
      .orderBy('position'),
  )
