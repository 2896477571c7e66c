import { sql } from 'kysely'

import type { ProjectCard } from '#contract/projects.ts'

import type { Connection } from '../database/connection.ts'

/** What the sharing image of a published project shows; undefined for any other. */
export const sharedProject = (connection: Connection, projectId: string) =>
  connection
    .selectFrom('publishedProjects as published')
    .innerJoin('projects', 'projects.id', 'published.projectId')
    .select((from) => [
      'projects.title',
      'projects.category',
      'projects.pricePaise',
      'projects.technologies',
      sql<ProjectCard['languages']>`languages`.as('languages'),
      sql<ProjectCard['fileTree']>`file_tree`.as('fileTree'),
      from
        .selectFrom('projectImages')
        .select('projectImages.id')
        .whereRef('projectId', '=', 'projects.id')
        .orderBy('position')
        .limit(1)
        .as('imageId'),
    ])
    .where('published.projectId', '=', projectId)
    .executeTakeFirst()
